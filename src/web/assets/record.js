// A record with the variations that were tried, written as SGF.

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const COLUMNS = "ABCDEFGHJKLMNOPQRST";

const text = (words) => words.replace(/[\\\]]/g, "\\$&");

function coordinates(name, size) {
  if (name === "pass") return "";
  return LETTERS[COLUMNS.indexOf(name[0])] + LETTERS[size - Number(name.slice(1))];
}

function setup(cells, size) {
  const points = (letter) => [...cells].map((cell, i) => cell === letter
    ? `[${LETTERS[i % size]}${LETTERS[Math.floor(i / size)]}]` : "").join("");
  const [black, white] = [points("X"), points("O")];
  return (black && `AB${black}`) + (white && `AW${white}`);
}

function write(game, start) {
  let sgf = "";
  for (let index = start; index !== undefined;) {
    const { color, point, comment, children } = game.nodes[index];
    if (color) sgf += `;${color === "black" ? "B" : "W"}[${coordinates(point, game.size)}]`;
    if (comment) sgf += `C[${text(comment)}]`;
    if (children.length > 1) return sgf + children.map((child) => `(${write(game, child)})`).join("\n");
    [index] = children;
  }
  return sgf;
}

/** The whole tree of a record. */
export function toSgf(game) {
  const facts = [
    `GM[1]FF[4]CA[UTF-8]AP[sgmp-go]SZ[${game.size}]PB[${text(game.black)}]PW[${text(game.white)}]`,
    game.komi && `KM[${game.komi}]`,
    game.result && `RE[${text(game.result)}]`,
    setup(game.nodes[0].board, game.size),
    game.nodes[0].next === "white" && "PL[W]",
  ];
  return `(;${facts.filter(Boolean).join("")}${write(game, 0)})\n`;
}
