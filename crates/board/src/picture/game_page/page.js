"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const game = JSON.parse(find("game").textContent);
  const size = game.size;
  // The game, or the game up to where a variation leaves it, and the variation.
  let line = game.moves, total = line.length, own = total;
  const svg = document.querySelector("#board svg");
  const layer = svg.querySelector(".go-m");
  const letters = "ABCDEFGHJKLMNOPQRST";
  const spot = (name) => [name.charCodeAt(0) - 97, name.charCodeAt(1) - 97];
  const place = ([x, y]) => [game.margin + game.step * x, game.margin + game.step * y];
  const shown = (name) => { const [x, y] = spot(name); return letters[x] + (size - y); };
  const empty = () => Array.from({ length: size }, () => Array(size).fill(null));
  const put = (board, changes) => {
    for (const [, sign, names] of changes.matchAll(/([.,;])((?:[a-s][a-s])+)/g)) {
      for (const name of names.match(/../g)) {
        const [x, y] = spot(name);
        board[y][x] = sign === "," ? "b" : sign === ";" ? "w" : null;
      }
    }
  };
  // The board after some moves, and what each side has taken.
  const after = (count) => {
    const board = empty(), caught = { b: 0, w: 0 };
    put(board, game.start);
    for (const word of line.slice(0, count)) {
      const color = word[0].toLowerCase(), name = word.slice(1, 3);
      const taken = (word.match(/\.((?:[a-s][a-s])+)/) || ["", ""])[1].length / 2;
      caught[color] += taken;
      if (name !== "--") { const [x, y] = spot(name); board[y][x] = color; }
      put(board, word.slice(3));
    }
    return { board, caught };
  };
  const element = (name, values, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in values) made.setAttribute(key, values[key]);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const stone = (into, color, [x, y], text) => {
    const [left, top] = place([x, y]);
    into.append(element("use", { href: "#board-s" + color, x: left, y: top }));
    if (text !== undefined) {
      const height = text > 99 ? 10 : text > 9 ? 12.5 : 14;
      into.append(element("text", { class: "go-n go-x" + color, x: left, y: top + height * 0.36, "font-size": height }, text));
    }
  };
  const draw = (into, board) => {
    into.replaceChildren();
    board.forEach((row, y) => row.forEach((color, x) => { if (color) stone(into, color, [x, y]); }));
  };
  let at = total, timer = null;
  const stop = () => { clearInterval(timer); timer = null; find("play").textContent = "Play"; };
  const follow = (number) => {
    const variation = game.variations[number - 1];
    own = variation ? variation.after : game.moves.length;
    line = variation ? game.moves.slice(0, own).concat(variation.moves) : game.moves;
    total = line.length;
    for (const link of document.querySelectorAll("#variations a")) link.classList.toggle("here", link.hash === "#v" + number);
  };
  const go = (to, quiet) => {
    if (to <= own && line !== game.moves) follow(0);
    at = Math.max(0, Math.min(total, to));
    const { board, caught } = after(at);
    draw(layer, board);
    const word = line[at - 1];
    let said = at > own ? `A variation. Move ${at}: ` : at ? `Move ${at} of ${total}: ` : `Before the first of ${total} moves.`;
    if (word) {
      said += (word[0] === "B" ? "Black " : "White ") + (word[1] === "-" ? "pass" : shown(word.slice(1, 3))) + ".";
      const taken = (word.match(/\.((?:[a-s][a-s])+)/) || ["", ""])[1].length / 2;
      if (taken) said += taken === 1 ? " One stone is taken." : ` ${taken} stones are taken.`;
      if (word[1] !== "-") {
        const [x, y] = place(spot(word.slice(1, 3)));
        layer.append(element("circle", { class: "go-x" + word[0].toLowerCase(), style: "fill:none", cx: x, cy: y, r: 6, "stroke-width": 1.7 }));
      }
    }
    // The last position shows what was counted: whose the points are, and so which stones are dead.
    if (at === total && line === game.moves) {
      for (const color of ["b", "w"]) {
        for (const name of game.owned[color].match(/../g) || []) {
          const [x, y] = place(spot(name));
          layer.append(element("rect", { class: "go-o" + color, x: x - 4, y: y - 4, width: 8, height: 8 }));
        }
      }
    }
    const item = find("m" + Math.min(at, own));
    const comment = item && at <= own && item.querySelector("p");
    find("said").textContent = said;
    find("end").hidden = at !== game.moves.length || at > own;
    find("told").textContent = comment ? comment.textContent : "";
    find("told").hidden = !comment;
    find("caught").textContent = `Taken: by Black ${caught.b}, by White ${caught.w}`;
    svg.querySelector("title").textContent = `Position after move ${at}`;
    const names = (color) => board.flatMap((row, y) => row.flatMap((c, x) => (c === color ? [letters[x] + (size - y)] : [])));
    svg.querySelector("desc").textContent = `Black: ${names("b").join(", ")}. White: ${names("w").join(", ")}.`;
    const rows = find("table").rows;
    board.forEach((row, y) => row.forEach((c, x) => { rows[y + 1].cells[x + 1].textContent = c ? c.toUpperCase() : "."; }));
    for (const old of document.querySelectorAll("#moves .here")) old.classList.remove("here");
    if (item) {
      item.classList.add("here");
      const list = item.parentElement;
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    for (const dot of document.querySelectorAll(".now")) dot.setAttribute("x1", dot.dataset.x0 * 1 + dot.dataset.step * at), dot.setAttribute("x2", dot.getAttribute("x1"));
    if (!quiet && at <= own) history.replaceState(null, "", "#m" + at);
    if (at === total) stop();
  };
  // The top of the page, or of the board where more stands above it: the browser goes to the move in the list.
  const look = () => {
    const [head, board] = ["header", "#board"].map((name) => document.querySelector(name).getBoundingClientRect());
    const top = head.left < board.right ? head.bottom + scrollY : 0;
    scrollTo(0, top < innerHeight / 4 ? 0 : top);
  };
  const play = () => {
    if (timer) return stop();
    if (at === total) go(0);
    find("play").textContent = "Stop";
    timer = setInterval(() => go(at + 1), 1000);
  };
  const keys = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in keys) go(at + keys[event.key]);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(total);
    else if (event.key === " " && !/^(BUTTON|A|SUMMARY)$/.test(event.target.tagName)) play();
    else return;
    event.preventDefault();
  });
  find("first").onclick = () => go(0);
  find("back").onclick = () => go(at - 1);
  find("next").onclick = () => go(at + 1);
  find("last").onclick = () => go(total);
  find("play").onclick = play;
  find("board").onclick = (event) => {
    const box = svg.getBoundingClientRect();
    go(at + (event.clientX > box.left + box.width / 2 ? 1 : -1));
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#m"]');
    if (link) { event.preventDefault(); follow(0); go(+link.getAttribute("href").slice(2)); look(); }
    const aside = event.target.closest('a[href^="#v"]');
    if (aside) { event.preventDefault(); follow(+aside.hash.slice(2)); go(own + 1); look(); }
  });
  const named = () => { const found = /^#m(\d+)$/.exec(location.hash); return found ? +found[1] : null; };
  addEventListener("hashchange", () => { if (named() !== null) { go(named()); look(); } });
  // Figures of 50 moves, for paper.
  addEventListener("beforeprint", () => {
    const figures = find("figures");
    if (figures.classList.contains("made")) return;
    figures.classList.add("made");
    follow(0);
    for (let from = 0; from < total; from += 50) {
      const to = Math.min(from + 50, total), { board } = after(from), notes = [];
      const drawing = svg.cloneNode(true), into = drawing.querySelector(".go-m"), numbers = {};
      draw(into, board);
      for (let number = from + 1; number <= to; number++) {
        const word = game.moves[number - 1], name = word.slice(1, 3);
        if (name === "--") { notes.push(`${number} passes`); continue; }
        const [x, y] = spot(name);
        if (board[y][x]) { notes.push(`${number} at ${numbers[name] || shown(name)}`); continue; }
        board[y][x] = word[0].toLowerCase();
        numbers[name] = number;
        stone(into, board[y][x], [x, y], number);
      }
      const figure = document.createElement("figure"), caption = document.createElement("figcaption");
      caption.textContent = `Moves ${from + 1} to ${to}${notes.length ? ": " + notes.join(", ") : ""}`;
      figure.append(drawing, caption);
      figures.append(figure);
    }
    go(at, true);
  });
  // The comment of the move stands beside the board; on paper and without a script each stands at its move.
  document.body.classList.add("led");
  addEventListener("load", () => { if (named() !== null) setTimeout(look); });
  find("steps").hidden = false;
  go(named() === null ? total : named(), true);
})();
