//! Facts about one file, by a walk through its syntax tree.

use std::collections::BTreeSet;
use std::mem;

use proc_macro2::{Span, TokenStream};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    AttrStyle, Attribute, Expr, Field, Ident, ImplItem, Item, ItemEnum, ItemExternCrate, ItemMod,
    ItemStruct, ItemUse, Lit, Macro, Meta, MetaNameValue, Path, Signature, Stmt, Token, TraitItem,
    UseTree, Variant, VisRestricted, Visibility,
};

use super::macro_tokens::{self, Found};

/// Words that begin a relative clause where a noun or a verb is due.
const CLAUSES: [&str; 4] = ["What", "Who", "Whose", "Whether"];

/// Derives of the command line: doc comments inside such a type are the texts of `--help`.
const HELP_DERIVES: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// A word of the source with its line.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Word {
    pub(super) fn new(ident: &Ident) -> Self {
        Self {
            text: ident.to_string(),
            line: line(ident.span()),
        }
    }
}

/// A path as it is written.
pub(crate) struct NamedPath {
    pub(crate) words: Vec<Word>,
    /// The inline modules around it, the outermost first.
    pub(crate) inside: Vec<String>,
    pub(crate) is_test: bool,
}

impl NamedPath {
    /// The module that a path with `crate`, `self` or `super` begins in, from the root of the crate, and the words that
    /// follow. `home` is the module of the file.
    pub(crate) fn in_crate(&self, home: &[String]) -> Option<(Vec<String>, &[Word])> {
        let mut base = [home, &self.inside].concat();
        let mut rest = self.words.as_slice();
        match rest.first()?.text.as_str() {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop()?;
            }
            _ => return None,
        }
        rest = &rest[1..];
        while rest.first().is_some_and(|word| word.text == "super") {
            base.pop()?;
            rest = &rest[1..];
        }
        Some((base, rest))
    }
}

/// One name that a `use` brings in, and where from.
pub(crate) struct Use {
    /// None for `*`.
    pub(crate) name: Option<String>,
    pub(crate) path: NamedPath,
    /// True if others may take it from here.
    pub(crate) passes_on: bool,
}

/// Everything that the checks ask about a file.
#[derive(Default)]
pub(crate) struct Facts {
    /// Modules declared in it.
    pub(crate) modules: BTreeSet<String>,
    /// Modules declared in it that only tests have.
    pub(crate) test_modules: BTreeSet<String>,
    /// Items that stand in no braces, without those of tests.
    pub(crate) items: BTreeSet<String>,
    pub(crate) uses: Vec<Use>,
    /// Paths and single words of the code.
    pub(crate) paths: Vec<NamedPath>,
    /// Lines where a doc comment opens with a relative clause.
    pub(crate) relative_openings: Vec<usize>,
    /// Lines of functions called `of`.
    pub(crate) called_of: Vec<usize>,
    /// Lines that bring in `std` outside tests.
    pub(crate) std_outside_tests: Vec<usize>,
}

impl Facts {
    pub(super) fn read(text: &str) -> syn::Result<Self> {
        let mut reader = Reader::default();
        reader.visit_file(&syn::parse_file(text)?);
        // The texts are kept for their lines, which are known by now.
        proc_macro2::extra::invalidate_current_thread_spans();
        Ok(reader.facts)
    }
}

#[derive(Default)]
struct Reader {
    facts: Facts,
    /// The inline modules around the place that is read.
    inside: Vec<String>,
    depth: usize,
    is_test: bool,
    /// True in a type of the command line.
    is_help: bool,
    /// True in a part of such a type.
    is_help_text: bool,
    last_doc: Option<(AttrMark, usize)>,
}

/// `///` or `//!`.
type AttrMark = mem::Discriminant<AttrStyle>;

impl Reader {
    /// Reads something that may have attributes of its own; they are met first, and `cfg(test)` holds for the rest of it.
    fn within(&mut self, read: impl FnOnce(&mut Self)) -> bool {
        let before = self.is_test;
        read(self);
        mem::replace(&mut self.is_test, before)
    }

    fn named(&self, words: Vec<Word>) -> NamedPath {
        NamedPath {
            words,
            inside: self.inside.clone(),
            is_test: self.is_test,
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        macro_tokens::scan(tokens, &mut |found| match found {
            Found::Path(words) => {
                let path = self.named(words);
                self.facts.paths.push(path);
            }
            Found::Attribute(tokens) => {
                let read = Attribute::parse_outer.parse2(tokens);
                let attributes = read.into_iter().flatten();
                for attribute in attributes.filter(|one| one.path().is_ident("doc")) {
                    self.doc(&attribute);
                }
            }
        });
    }

    fn doc(&mut self, attribute: &Attribute) {
        let Meta::NameValue(MetaNameValue {
            value: Expr::Lit(literal),
            ..
        }) = &attribute.meta
        else {
            return;
        };
        let Lit::Str(text) = &literal.lit else {
            return;
        };
        let (mark, line) = (
            mem::discriminant(&attribute.style),
            line(attribute.pound_token.span),
        );
        let goes_on = self.last_doc == Some((mark, line - 1));
        self.last_doc = Some((mark, line));
        let text = text.value();
        let first = text.split_whitespace().next().unwrap_or_default();
        let first = first.trim_end_matches([',', '\'', ':']);
        if !goes_on && !self.is_help_text && CLAUSES.contains(&first) {
            self.facts.relative_openings.push(line);
        }
    }

    /// Reads a type; `--help` takes its texts from one with such a derive.
    fn of_type(&mut self, attributes: &[Attribute], read: impl FnOnce(&mut Self)) {
        let before = mem::replace(&mut self.is_help, attributes.iter().any(derives_help));
        read(self);
        self.is_help = before;
    }

    fn part_of_type(&mut self, read: impl FnOnce(&mut Self)) {
        let before = self.is_help_text;
        self.is_help_text |= self.is_help;
        self.within(read);
        self.is_help_text = before;
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a Item) {
        self.depth += 1;
        let is_test = self.within(|reader| visit::visit_item(reader, item));
        self.depth -= 1;
        if self.depth > 0 {
            return;
        }
        if let Item::Mod(module) = item {
            let modules = if is_test {
                &mut self.facts.test_modules
            } else {
                &mut self.facts.modules
            };
            modules.insert(module.ident.to_string());
        } else if !is_test {
            self.facts.items.extend(defined(item).map(Ident::to_string));
        }
    }

    fn visit_impl_item(&mut self, item: &'a ImplItem) {
        self.within(|reader| visit::visit_impl_item(reader, item));
    }

    fn visit_trait_item(&mut self, item: &'a TraitItem) {
        self.within(|reader| visit::visit_trait_item(reader, item));
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        self.within(|reader| visit::visit_stmt(reader, statement));
    }

    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        let is_inline = module.content.is_some();
        if is_inline {
            self.inside.push(module.ident.to_string());
        }
        visit::visit_item_mod(self, module);
        if is_inline {
            self.inside.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        for attribute in &item.attrs {
            self.visit_attribute(attribute);
        }
        let mut leaves = Vec::new();
        add_leaves(&item.tree, &mut Vec::new(), &mut leaves);
        for (name, words) in leaves {
            let one = Use {
                name,
                path: self.named(words),
                passes_on: !matches!(item.vis, Visibility::Inherited),
            };
            self.facts.uses.push(one);
        }
    }

    fn visit_item_extern_crate(&mut self, item: &'a ItemExternCrate) {
        visit::visit_item_extern_crate(self, item);
        if item.ident == "std" && !self.is_test {
            let line = line(item.ident.span());
            self.facts.std_outside_tests.push(line);
        }
    }

    fn visit_item_struct(&mut self, item: &'a ItemStruct) {
        self.of_type(&item.attrs, |reader| visit::visit_item_struct(reader, item));
    }

    fn visit_item_enum(&mut self, item: &'a ItemEnum) {
        self.of_type(&item.attrs, |reader| visit::visit_item_enum(reader, item));
    }

    fn visit_field(&mut self, field: &'a Field) {
        self.part_of_type(|reader| visit::visit_field(reader, field));
    }

    fn visit_variant(&mut self, variant: &'a Variant) {
        self.part_of_type(|reader| visit::visit_variant(reader, variant));
    }

    fn visit_signature(&mut self, signature: &'a Signature) {
        if signature.ident == "of" {
            let line = line(signature.ident.span());
            self.facts.called_of.push(line);
        }
        visit::visit_signature(self, signature);
    }

    fn visit_path(&mut self, path: &'a Path) {
        let words = path.segments.iter().map(|part| Word::new(&part.ident));
        let path_here = self.named(words.collect());
        self.facts.paths.push(path_here);
        visit::visit_path(self, path);
    }

    /// The path names a module around the item, which is no import.
    fn visit_vis_restricted(&mut self, _: &'a VisRestricted) {}

    fn visit_macro(&mut self, call: &'a Macro) {
        visit::visit_macro(self, call);
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        self.is_test |= needs_test(&attribute.meta);
        match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => self.doc(attribute),
            Meta::List(list) => self.tokens(list.tokens.clone()),
            _ => {}
        }
    }
}

fn line(span: Span) -> usize {
    span.start().line
}

/// Returns whether an attribute lets something be there for tests alone.
fn needs_test(meta: &Meta) -> bool {
    let Meta::List(list) = meta else {
        return meta.path().is_ident("test");
    };
    let parts = || list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    if list.path.is_ident("cfg") || list.path.is_ident("all") {
        parts().is_ok_and(|parts| parts.iter().any(needs_test))
    } else {
        list.path.is_ident("any") && parts().is_ok_and(|parts| parts.iter().all(needs_test))
    }
}

fn derives_help(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    let derives = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
    let is_help = |path: &Path| {
        let last = path.segments.last();
        last.is_some_and(|part| HELP_DERIVES.iter().any(|name| part.ident == name))
    };
    list.path.is_ident("derive") && derives.is_ok_and(|paths| paths.iter().any(is_help))
}

/// The name of an item that has one; modules apart.
fn defined(item: &Item) -> Option<&Ident> {
    match item {
        Item::Const(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Fn(item) => Some(&item.sig.ident),
        Item::Macro(item) => item.ident.as_ref(),
        Item::Static(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}

/// The names that a `use` brings in, each with its path.
fn add_leaves(tree: &UseTree, path: &mut Vec<Word>, leaves: &mut Vec<(Option<String>, Vec<Word>)>) {
    let mut leaf = |name: Option<&Ident>, ident: Option<&Ident>| {
        let mut words = path.clone();
        // `use module::{self}` is the module.
        words.extend(ident.filter(|ident| *ident != "self").map(Word::new));
        let name = name.filter(|name| *name != "self").map(Ident::to_string);
        let name = name.or_else(|| ident.and(words.last()).map(|word| word.text.clone()));
        leaves.push((name, words));
    };
    match tree {
        UseTree::Name(one) => leaf(Some(&one.ident), Some(&one.ident)),
        UseTree::Rename(one) => leaf(Some(&one.rename), Some(&one.ident)),
        UseTree::Glob(_) => leaf(None, None),
        UseTree::Path(one) => {
            path.push(Word::new(&one.ident));
            add_leaves(&one.tree, path, leaves);
            path.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                add_leaves(tree, path, leaves);
            }
        }
    }
}
