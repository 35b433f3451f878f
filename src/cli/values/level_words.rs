//! The levels of play in the help of options: some of them with their ranks.

use sgmp_engine::engine::Level;

/// The levels that stand for all others.
const TOLD: [u8; 6] = [0, 6, 9, 13, 17, 20];

/// "0 about 22 kyu, 6 about 13 kyu, ..., 20 2 dan and above".
pub(crate) fn ranks_of_levels() -> String {
    let levels = TOLD.into_iter().filter_map(Level::new);
    let told: Vec<String> = levels
        .map(|level| format!("{level} {}", level.about()))
        .collect();
    told.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weakest_and_the_strongest_are_told() {
        let told = ranks_of_levels();
        assert!(told.starts_with("0 about 22 kyu, 6 about 13 kyu"), "{told}");
        assert!(told.ends_with("20 2 dan and above"), "{told}");
    }
}
