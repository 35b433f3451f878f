//! Files of labelled games, `.sgds` version 1: a header of 64 bytes, then one zlib stream of columns
//! (the table in `training/README.md`). Little endian.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::labelled_game::{Label, LabelledEnd, LabelledGame, MAX_POLICY};
use sgmp_board::container::crc32;
use sgmp_board::rules::{BoardSize, Komi, Rules};

const MAGIC: &[u8; 8] = b"SGMPDS01";
const HEADER_BYTES: usize = 64;

/// The columns of a file, in their order.
type Columns = [Vec<u8>; 17];

/// Bytes of columns that are unpacked at most: some ten million positions.
const MAX_RAW_BYTES: u64 = 4 << 30;

/// The reason why a file of labels is refused.
#[derive(Debug, thiserror::Error)]
pub enum LabelsError {
    /// Its first bytes are those of something else.
    #[error("this is no file of labelled games (.sgds version 1)")]
    WrongFormat,
    /// Its end is missing, or bytes of it have changed.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// Packs games into the bytes of a file.
///
/// # Errors
/// None that packing in memory is known to give.
pub fn write_labels(games: &[LabelledGame]) -> std::io::Result<Vec<u8>> {
    let mut columns: Columns = Default::default();
    for game in games {
        put_game(&mut columns, game);
    }
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let handicap: usize = games.iter().map(|game| game.handicap.len()).sum();
    let labels = || games.iter().flat_map(|game| &game.labels);
    let policy: usize = labels()
        .map(|label| label.policy.len().min(MAX_POLICY))
        .sum();
    let owned = labels().filter(|label| label.ownership.is_some()).count();
    let raw = columns.concat();
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&raw)?;
    let packed = encoder.finish()?;
    let mut bytes = MAGIC.to_vec();
    for count in [1, games.len(), positions, handicap, policy, owned] {
        bytes.extend((count as u32).to_le_bytes());
    }
    for length in [raw.len(), packed.len()] {
        bytes.extend((length as u64).to_le_bytes());
    }
    bytes.extend(crc32(&raw).to_le_bytes());
    bytes.resize(HEADER_BYTES, 0);
    bytes.extend(packed);
    Ok(bytes)
}

fn put_game(columns: &mut Columns, game: &LabelledGame) {
    columns[0].push(game.size.lines());
    columns[1].push(u8::from(game.rules == Rules::Japanese));
    columns[2].extend(game.komi.half_points().to_le_bytes());
    columns[3].push(game.handicap.len() as u8);
    columns[4].push(game.end.code());
    columns[5].extend((game.moves.len() as u16).to_le_bytes());
    columns[6].push(u8::from(game.held_out));
    for stone in &game.handicap {
        columns[7].extend(stone.to_le_bytes());
    }
    for mv in &game.moves {
        columns[8].extend(mv.to_le_bytes());
    }
    for label in &game.labels {
        columns[9].extend(label.win.to_le_bytes());
        columns[10].extend(label.score.to_le_bytes());
        columns[11].extend(label.lead.to_le_bytes());
        columns[12].push(u8::from(label.ownership.is_some()));
        let policy = &label.policy[..label.policy.len().min(MAX_POLICY)];
        columns[13].push(policy.len() as u8);
        for (place, root) in policy {
            columns[14].extend(place.to_le_bytes());
            columns[15].push(*root);
        }
        if let Some(ownership) = &label.ownership {
            columns[16].extend(ownership.iter().map(|owner| *owner as u8));
        }
    }
}

/// Unpacks the bytes of a file. Whether the games can be played over is not looked at.
///
/// # Errors
/// `LabelsError`.
pub fn read_labels(bytes: &[u8]) -> Result<Vec<LabelledGame>, LabelsError> {
    let (header, packed) = bytes
        .split_at_checked(HEADER_BYTES)
        .filter(|(header, _)| header.starts_with(MAGIC))
        .ok_or(LabelsError::WrongFormat)?;
    let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| header[at + i]));
    if word(8) != 1 {
        return Err(LabelsError::WrongFormat);
    }
    let raw_length = u64::from(word(32)) | u64::from(word(36)) << 32;
    if raw_length > MAX_RAW_BYTES {
        return Err(LabelsError::Damaged("its length is impossible"));
    }
    let mut raw = Vec::new();
    let mut stream = ZlibDecoder::new(packed).take(raw_length + 1);
    if stream.read_to_end(&mut raw).is_err() || raw.len() as u64 != raw_length {
        return Err(LabelsError::Damaged("it does not unpack"));
    }
    if crc32(&raw) != word(48) {
        return Err(LabelsError::Damaged("its checksum is wrong"));
    }
    let mut reader = LabelsReader { rest: &raw };
    let games = reader.games(word(12) as usize)?;
    if reader.rest.is_empty() {
        Ok(games)
    } else {
        Err(LabelsError::Damaged("something is left over"))
    }
}

/// Reads columns one after the other.
struct LabelsReader<'a> {
    rest: &'a [u8],
}

impl<'a> LabelsReader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], LabelsError> {
        let split = self.rest.split_at_checked(count);
        let (taken, rest) = split.ok_or(LabelsError::Damaged("a column is too short"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn words(&mut self, count: usize) -> Result<impl Iterator<Item = u16> + use<'a>, LabelsError> {
        let pairs = self.bytes(2 * count)?.as_chunks::<2>().0;
        Ok(pairs.iter().map(|pair| u16::from_le_bytes(*pair)))
    }

    fn games(&mut self, count: usize) -> Result<Vec<LabelledGame>, LabelsError> {
        let sizes = self.bytes(count)?;
        let rules = self.bytes(count)?;
        let komis = self.words(count)?;
        let handicaps = self.bytes(count)?;
        let ends = self.bytes(count)?;
        let lengths: Vec<u16> = self.words(count)?.collect();
        let flags = self.bytes(count)?;
        let mut games = Vec::new();
        for (number, komi) in komis.enumerate() {
            let size = BoardSize::new(sizes[number]);
            let end = LabelledEnd::from_code(ends[number]);
            games.push(LabelledGame {
                size: size.ok_or(LabelsError::Damaged("a board has no such size"))?,
                rules: if rules[number] == 1 {
                    Rules::Japanese
                } else {
                    Rules::Chinese
                },
                komi: Komi::from_half_points(komi as i16),
                handicap: Vec::new(),
                end: end.ok_or(LabelsError::Damaged("no game ends so"))?,
                held_out: flags[number] & 1 == 1,
                moves: Vec::new(),
                labels: Vec::new(),
            });
        }
        let stones = handicaps.iter().map(|count| usize::from(*count)).sum();
        let mut stones = self.words(stones)?;
        for (game, count) in games.iter_mut().zip(handicaps) {
            game.handicap = stones.by_ref().take((*count).into()).collect();
        }
        let positions = lengths.iter().map(|length| usize::from(*length)).sum();
        let mut moves = self.words(positions)?;
        let mut labels = self.labels(positions, &games, &lengths)?.into_iter();
        for (game, length) in games.iter_mut().zip(lengths) {
            game.moves = moves.by_ref().take(length.into()).collect();
            game.labels = labels.by_ref().take(length.into()).collect();
        }
        Ok(games)
    }

    fn labels(
        &mut self,
        count: usize,
        games: &[LabelledGame],
        lengths: &[u16],
    ) -> Result<Vec<Label>, LabelsError> {
        let wins = self.words(count)?;
        let mut scores = self.words(count)?;
        let mut leads = self.words(count)?;
        let owned = self.bytes(count)?;
        let policies = self.bytes(count)?;
        let entries = policies.iter().map(|count| usize::from(*count)).sum();
        let mut places = self.words(entries)?;
        let mut roots = self.bytes(entries)?.iter().copied();
        let mut labels: Vec<Label> = Vec::new();
        for (win, moves) in wins.zip(policies) {
            let policy = places.by_ref().zip(roots.by_ref()).take((*moves).into());
            labels.push(Label {
                policy: policy.collect(),
                win,
                score: scores.next().unwrap_or_default() as i16,
                lead: leads.next().unwrap_or_default() as i16,
                ownership: None,
            });
        }
        let sizes = games.iter().zip(lengths).flat_map(|(game, length)| {
            let lines = usize::from(game.size.lines());
            std::iter::repeat_n(lines * lines, (*length).into())
        });
        for ((label, points), owned) in labels.iter_mut().zip(sizes).zip(owned) {
            if *owned == 1 {
                let owners = self.bytes(points)?.iter();
                label.ownership = Some(owners.map(|owner| *owner as i8).collect());
            }
        }
        Ok(labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> LabelledGame {
        let label = |place, owned| Label {
            policy: vec![(place, 200), (361, 30)],
            win: 40_000,
            score: -25,
            lead: 7,
            ownership: (owned == 1).then(|| vec![-5; 81]),
        };
        LabelledGame {
            size: BoardSize::new(9).expect("a size"),
            rules: Rules::Chinese,
            komi: Komi::from_half_points(-13),
            handicap: vec![40, 44],
            end: LabelledEnd::Passes,
            held_out: true,
            moves: vec![20, 361, 361],
            labels: vec![label(20, 1), label(21, 0), label(361, 1)],
        }
    }

    #[test]
    fn games_come_back_as_they_were_written() {
        let games = vec![small(), small()];
        let bytes = write_labels(&games).expect("packed");
        assert_eq!(read_labels(&bytes).expect("read"), games);
    }

    #[test]
    fn damage_is_found() {
        let bytes = write_labels(&[small()]).expect("packed");
        assert!(read_labels(&bytes[..bytes.len() - 3]).is_err());
        assert!(read_labels(b"SGMPDS02").is_err());
        let mut changed = bytes;
        let last = changed.len() - 8;
        changed[last] ^= 1;
        assert!(read_labels(&changed).is_err());
    }
}
