// Cinco for two on boardgame.io, in memory: what benchmarks/boardgame_io.py plays beside our own server.
const { Server } = require("boardgame.io/server");

const SPACES = 90;
const HAND = 4;
const TOKENS = 35;
const SIDES = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const AXES = [[1, 0], [0, 1], [1, -1]];
const STEPS_OUT = [[0, -1], [-1, 0]];

/** Where each number lies: rings around the centre, each against the direction of the one inside it. */
function meander() {
  const path = [];
  let last = [0, 0];
  for (let radius = 1; radius <= 5; radius++) {
    const walk = [];
    let at = [0, -radius];
    for (const side of SIDES)
      for (let step = 0; step < radius; step++) {
        walk.push(at);
        at = [at[0] + side[0], at[1] + side[1]];
      }
    if (radius % 2 === 0) walk.reverse();
    const out = STEPS_OUT[(radius - 1) % 2];
    const start = walk.findIndex(([q, r]) => q === last[0] + out[0] && r === last[1] + out[1]);
    path.push(...walk.slice(start), ...walk.slice(0, start));
    last = path[path.length - 1];
  }
  return path;
}

const COORDINATES = meander();
const NUMBERS = new Map(COORDINATES.map(([q, r], index) => [`${q},${r}`, index + 1]));
const LINES = [];
for (const [q, r] of COORDINATES)
  for (const [dq, dr] of AXES) {
    const line = [0, 1, 2, 3, 4].map((step) => NUMBERS.get(`${q + step * dq},${r + step * dr}`));
    if (line.every(Boolean)) LINES.push(line);
  }
const THROUGH = Array.from({ length: SPACES + 1 }, (_, space) => LINES.filter((line) => line.includes(space)));

const discard = (G, player, card) => {
  G.hands[player] = G.hands[player].filter((each) => each !== card);
  G.discards[player].push(card);
};

const Cinco = {
  name: "cinco",
  setup: ({ ctx, random }) => {
    const cards = random.Shuffle(Array.from({ length: SPACES }, (_, index) => index + 1));
    const hands = Array.from({ length: ctx.numPlayers }, () => cards.splice(0, HAND).sort((a, b) => a - b));
    return {
      board: Array(SPACES + 1).fill(null),
      free: Array.from({ length: SPACES }, (_, index) => index + 1),
      tokensLeft: hands.map(() => TOKENS),
      hands,
      pile: cards,
      discards: hands.map(() => []),
      lastSpace: null,
      winner: null,
    };
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    pile: G.pile.length,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID }, card, space) => {
        if (!G.hands[playerID].includes(card)) return "INVALID_MOVE";
        const canPlace = G.free.some((each) => each >= card);
        if (space === null ? canPlace : space < card || !G.free.includes(space)) return "INVALID_MOVE";
        discard(G, playerID, card);
        if (space === null) return;
        G.board[space] = playerID;
        G.free = G.free.filter((each) => each !== space);
        G.tokensLeft[playerID] -= 1;
        G.lastSpace = space;
        if (G.tokensLeft[playerID] === 0 || THROUGH[space].some((line) => line.every((each) => G.board[each] === playerID))) G.winner = playerID;
      },
    },
    draw: {
      client: false,
      move: ({ G, playerID, random }) => {
        if (G.hands[playerID].length >= HAND) return "INVALID_MOVE";
        if (!G.pile.length) {
          G.pile = random.Shuffle(G.discards.flat());
          G.discards = G.discards.map(() => []);
        }
        G.hands[playerID].push(G.pile.shift());
        G.hands[playerID].sort((a, b) => a - b);
      },
    },
  },
  endIf: ({ G }) => (G.winner !== null ? { winner: G.winner } : G.free.length ? undefined : { draw: true }),
};

const server = Server({ games: [Cinco], origins: [/.*/] });
// It says where it listens, as our own server does.
server.run({ port: Number(process.argv[2] ?? 0) }).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port}/`);
});
