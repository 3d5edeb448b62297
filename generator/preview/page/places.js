// Where everything lies, in millimetres: boards and decks as the scene has them, mats and rows in the room beside them.

import { spreadOut } from "./free.js";

const GAP = 8;
const SMALL_MM = 60;
const CAPTION_MM = 18;
const TUCK_MM = 14;
const MOST_ABREAST = 7;
const PLAIN = { width_mm: 44, height_mm: 60 };
const LOW = { width_mm: 44, height_mm: 22 };
const FLAT = new Set(["board", "page"]);

const isColour = (text) => /^#[0-9a-f]{6}$/i.test(text || "");
const plainly = (text) => text.toLowerCase().replace(/_/g, " ");
const numbered = (name) => Number(/(\d+)$/.exec(name)?.[1] || 0);
const near = (one, other) => Math.abs(one - other) <= 0.15 * other;
const count = (list, what) => list.filter((one) => one === what).length;

/** All that lies on the table, what is below first; `aspect` is how much wider than high the window is. */
export function places(pieces, told, aspect) {
  const lies = pieces.told.layout ? pieces.told.layout.lies : [];
  const useOf = (lie) => pieces.components.get(lie.component)?.use;
  const flat = lies.filter((lie) => FLAT.has(useOf(lie)) && Math.min(lie.width_mm, lie.height_mm) > SMALL_MM);
  const mats = flat.filter((lie) => count(flat.map((one) => one.component), lie.component) > 1);
  const boards = flat.filter((lie) => !mats.includes(lie));
  const decks = lies.filter((lie) => !FLAT.has(useOf(lie)) && lie.side === "back" && lie.count > 1);
  const scene = { pieces, told, lies, boards, decks, taken: new Set(), stems: new Set() };
  const out = [
    ...boards.flatMap((board) => [lying(pieces, board, { board: true }),
      ...told.table.tracks.flatMap((track) => spotsOn(board, track.name, track.spaces.map((space) => space.label), track.markers, track.colour))]),
    ...decks.map((deck) => deckOf(scene, deck)),
  ];
  const blocks = [];
  const seats = told.names.map((name, seat) => ({ name, seat, mat: mats[seat] || mats[0], extra: !mats[seat], taken: told.laid.find((row) => row.name === name)?.cards || [] }));
  for (const one of seats.filter(({ mat }) => mat)) {
    if (pieces.told.layout.stated && !one.extra) out.push(...matBlock(scene, one).draw(null));
    else blocks.push(matBlock(scene, one));
  }
  const withMat = new Set(seats.filter(({ mat }) => mat).map(({ name }) => name));
  const spread = told.free && spreadOut(pieces, told);
  if (spread) {
    out.push(...spread.laid);
    blocks.push(...pilesBeside(scene), ...(spread.loose.length ? [looseBlock(spread.loose)] : []));
  }
  for (const row of [...told.table.rows.slice(told.free ? 1 : 0), ...told.laid.filter(({ name }) => !withMat.has(name))]) {
    if (!row.cards.length || isOwnHand(told, row)) continue;
    const places = placesOf(scene, row);
    if (places) out.push(...row.cards.flatMap((card, at) => (card ? [cardThing(scene, row, card, at, places[at])] : [])));
    else blocks.push(rowBlock(scene, row));
  }
  const discards = discardsOf(scene);
  out.push(...discards.laid);
  blocks.push(...discards.blocks);
  return [...out, ...flowed(blocks, boundsOf(out), aspect)];
}

/** The least rectangle around things. */
export function boundsOf(things) {
  const real = things.filter(({ w }) => w > 1);
  if (!real.length) return { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: Math.min(...real.map((thing) => thing.x - thing.w / 2)), top: Math.min(...real.map((thing) => thing.y - thing.h / 2)),
    right: Math.max(...real.map((thing) => thing.x + thing.w / 2)), bottom: Math.max(...real.map((thing) => thing.y + thing.h / 2)),
  };
}

/** Blocks beside what lies fixed, or below it: whichever way all of it is seen largest. */
function flowed(blocks, fixed, aspect) {
  if (!blocks.length) return [];
  const widest = Math.max(...blocks.map(({ w }) => w));
  const [width, height] = [fixed.right - fixed.left, fixed.bottom - fixed.top];
  const ways = [1, 2, 3, 4, 6].flatMap((times) => {
    const room = widest * times + GAP * (times - 1);
    const size = flow(blocks, room);
    return [
      { size, x: width ? fixed.right + 2 * GAP : 0, y: fixed.top, w: width + size.w, h: Math.max(height, size.h) },
      { size, x: fixed.left, y: fixed.bottom + GAP, w: Math.max(width, size.w), h: height + size.h },
    ];
  });
  const zoom = ({ w, h }) => Math.min(aspect / w, 1 / h);
  const best = ways.reduce((one, other) => (zoom(other) > zoom(one) * 1.001 ? other : one));
  return blocks.flatMap((block, at) => block.draw({ x: best.x + best.size.at[at].x, y: best.y + best.size.at[at].y }));
}

/** Blocks from left to right in lines of a width: where each comes to lie, and how large it all is. */
function flow(blocks, room) {
  let [x, y, line, w] = [0, 0, 0, 0];
  const at = blocks.map((block) => {
    if (x && x + block.w > room + 0.1) [x, y, line] = [0, y + line + GAP, 0];
    const place = { x, y };
    x += block.w + 2 * GAP;
    line = Math.max(line, block.h);
    w = Math.max(w, place.x + block.w);
    return place;
  });
  return { at, w, h: y + line };
}

// ---------------------------------------------------------------- mats

/** A mat with its player's name, what lies tucked under it, its counters and its tokens. */
function matBlock(scene, { name, seat, mat, taken }) {
  const { pieces, told } = scene;
  const view = told.table.seats[seat] || { values: [], tokens: [], stacks: [], sign: {} };
  const piece = pieces.find(told.mats[seat] || "", mat.component) || pieces.find(mat.title, mat.component);
  const title = piece ? piece.title : mat.title;
  const cards = tucked(scene, mat, view, taken);
  const beside = tokensBeside(pieces, mat, view);
  const [top, bottom] = [mat.y - mat.height_mm / 2, mat.y + mat.height_mm / 2];
  const reach = [...cards.map(({ y, h }) => [y - h / 2, y + h / 2]), ...spotsLike(mat).map(([, y, , h]) => [y - h / 2, y + h / 2])];
  const above = Math.max(0, ...reach.map(([from]) => top - from));
  const below = Math.max(0, ...reach.map(([, to]) => to - bottom), beside.length ? 22 : 0);
  const draw = (place) => {
    const [dx, dy] = place ? [place.x - (mat.x - mat.width_mm / 2), place.y - (top - above - CAPTION_MM)] : [0, 0];
    const move = (thing) => ({ ...thing, x: thing.x + dx, y: thing.y + dy, key: `${thing.key}${dx},${dy}` });
    const caption = { caption: `${name}${told.seat === seat ? " (you)" : ""}`, x: mat.x - mat.width_mm / 2, y: top - above - CAPTION_MM, w: 1, h: 1, key: `n${name}${told.seat}` };
    return [
      caption, ...cards.filter(({ under }) => under).reverse(), lying(pieces, { ...mat, title }, { board: true }), ...cards.filter(({ under }) => !under),
      ...view.values.flatMap((value) => spotsOn(mat, value.sign.icon, [String(value.number)], [0], view.sign.colour)),
      ...[...view.tokens, ...view.values].flatMap((token) => tokensOn(pieces, mat, title, token, told.seat === seat)),
      ...beside.map((token) => ({ ...token, token: told.seat === seat ? token.token : null })),
    ].map(move);
  };
  return { w: mat.width_mm, h: CAPTION_MM + above + mat.height_mm + below, draw };
}

/** The places of a mat for cards that are taken: numbered, of a card's size. */
const spotsLike = (mat) => Object.entries(mat.spots).filter(([name, [, , w, h]]) => numbered(name) && w > 30 && h > 50)
  .sort(([one], [other]) => numbered(one) - numbered(other)).map(([, box]) => box);

function tucked(scene, mat, view, taken) {
  const depths = new Map();
  return taken.filter(Boolean).flatMap((card) => {
    const form = formOf(scene, card);
    const spots = spotsLike(mat).filter(([, , w, h]) => near(w, form.width_mm) && near(h, form.height_mm));
    const kind = view.stacks.findIndex(({ sign }) => sign.icon === card.sign.icon);
    const box = spots[kind < 0 ? 0 : kind % (spots.length || 1)];
    if (!box) return [];
    const depth = depths.get(box) || 0;
    depths.set(box, depth + 1);
    const way = box[1] - box[3] / 2 < mat.y - mat.height_mm / 2 ? -1 : box[1] + box[3] / 2 > mat.y + mat.height_mm / 2 ? 1 : 0;
    return [{ card, title: card.title, x: box[0], y: box[1] + depth * (way ? way * TUCK_MM : -TUCK_MM / 2), w: form.width_mm, h: form.height_mm, under: way !== 0, key: `u${card.title}${depth}` }];
  });
}

const tokenPiece = (pieces, icon) => pieces.told.pieces.find((piece) => plainly(piece.title) === plainly(icon) && small(pieces.components.get(piece.component)));
const small = (component) => component && !FLAT.has(component.use) && Math.max(component.width_mm, component.height_mm) < 30;
const boxOf = (board, name) => Object.entries(board.spots).find(([spot]) => plainly(spot) === plainly(name))?.[1];

/** Tokens on the spot of a mat that is called like them; counts without a piece of their own lie as pieces of the mat's name. */
function tokensOn(pieces, mat, title, { sign, number }, own) {
  const piece = tokenPiece(pieces, sign.icon) || tokenPiece(pieces, title);
  const box = boxOf(mat, sign.icon);
  const counted = Object.keys(mat.spots).some((name) => plainly(name).startsWith(`${plainly(sign.icon)} `));
  if (!piece || !box || counted || number <= 0 || number > 60) return [];
  return heap(pieces, piece, number, box).map((token) => ({ ...token, token: own ? sign.icon : null }));
}

/** Tokens of a mat that has no spots for them lie below it, kind by kind. */
function tokensBeside(pieces, mat, view) {
  const kinds = view.tokens.filter(({ sign, number }) => number > 0 && !boxOf(mat, sign.icon) && tokenPiece(pieces, sign.icon));
  const room = mat.width_mm / Math.max(5, view.tokens.length);
  return kinds.flatMap(({ sign, number }) => {
    const at = view.tokens.findIndex((token) => token.sign.icon === sign.icon);
    const box = [mat.x - mat.width_mm / 2 + room * (at + 0.5), mat.y + mat.height_mm / 2 + 12, room - 4, 18];
    return heap(pieces, tokenPiece(pieces, sign.icon), Math.min(number, 30), box).map((token) => ({ ...token, token: sign.icon }));
  });
}

/** So many equal pieces within a box, side by side as long as there is room, then over each other. */
function heap(pieces, piece, number, [x, y, w, h]) {
  const form = pieces.components.get(piece.component);
  const lines = Math.max(1, Math.floor((h + 1) / (form.height_mm + 1)));
  const abreast = Math.max(1, Math.ceil(number / lines));
  const step = abreast > 1 ? Math.min(form.width_mm + 1, (w - form.width_mm) / (abreast - 1)) : 0;
  const used = Math.ceil(number / abreast);
  return Array.from({ length: number }, (_, at) => {
    const [column, line] = [at % abreast, Math.floor(at / abreast)];
    return { component: piece.component, design: piece.front, name: piece.title, x: x + (column - (Math.min(abreast, number) - 1) / 2) * step, y: y + (line - (used - 1) / 2) * (form.height_mm + 1),
      w: form.width_mm, h: form.height_mm, loose: true, key: `t${piece.id}${at}/${number}${x},${y}` };
  });
}

// ---------------------------------------------------------------- rows of cards

const isOwnHand = (told, row) => told.hand.length > 0 && row.cards.length === told.hand.length
  && told.hand.every((title) => row.cards.some((card) => card && (card.title === title || card.title.startsWith(`${title} `))));

const pieceOf = ({ pieces }, card) => card && card.title && pieces.find(card.title);

/** The component of a row's cards; of cards that nobody sees that of the first deck. */
function componentOf(scene, row) {
  const { pieces, told } = scene;
  const seen = row.cards.map((card) => pieceOf(scene, card)).find(Boolean);
  if (seen) return seen.component;
  const hidden = row.cards.length && row.cards.every((card) => card && !card.title);
  const piece = hidden && [...told.hand, ...Object.keys(told.piles)].map((title) => pieces.find(title)).find(Boolean);
  return piece ? piece.component : "";
}

function formOf(scene, card) {
  const piece = pieceOf(scene, card);
  return piece ? scene.pieces.components.get(piece.component) : PLAIN;
}

/** The places that the scene or a board has for the cards of a row; null if there are none. */
function placesOf(scene, row) {
  const { pieces, lies, boards, taken } = scene;
  const component = componentOf(scene, row);
  const ring = row.spots?.length || (component && pieces.components.get(component).use !== "tokens") ? [] : ringOf(scene, row.cards.length);
  if (ring.length) return ring;
  if (!component || taken.has(component) || row.spots?.length || row.cards.some((card) => card && !card.title)) return null;
  const onBoard = ({ x, y }) => boards.some((board) => Math.abs(board.x - x) < board.width_mm / 2 && Math.abs(board.y - y) < board.height_mm / 2);
  const own = lies.filter((lie) => lie.component === component && lie.side === "front" && lie.count === 1 && onBoard(lie)).sort((a, b) => a.y - b.y || a.x - b.x);
  const slots = own.length ? own : lineOf(scene, component);
  if (!slots.length) return null;
  taken.add(component);
  const wide = pieces.components.get(component).width_mm + GAP;
  return row.cards.map((_, at) => slots[at] || { x: slots.at(-1).x + wide * (at - slots.length + 1), y: slots.at(-1).y });
}

/** The places of a card's size in one line with the deck of a component that no deck lies on. */
function lineOf({ pieces, boards, decks }, component) {
  const deck = decks.find((lie) => lie.component === component);
  const form = pieces.components.get(component);
  if (!deck) return [];
  const boxes = boards.flatMap((board) => Object.values(board.spots)).filter(([, y, w, h]) => near(w, form.width_mm) && near(h, form.height_mm) && Math.abs(y - deck.y) < 5);
  return boxes.map(([x, y]) => ({ x, y })).filter(({ x }) => !decks.some((lie) => Math.hypot(lie.x - x, lie.y - deck.y) < 20)).sort((a, b) => a.x - b.x);
}

/** Numbered spots of a board that are as many as a row has places, and that no other row has taken. */
function ringOf({ boards, stems }, length) {
  for (const board of boards) {
    const kinds = new Map();
    for (const name of Object.keys(board.spots)) {
      const match = /^(.*\S)\s+\d+$/.exec(name);
      if (match) kinds.set(match[1], [...(kinds.get(match[1]) || []), name]);
    }
    const fits = [...kinds].filter(([stem, names]) => names.length === length && length > 2 && !stems.has(stem));
    if (fits.length) {
      const [stem, names] = fits.at(-1);
      stems.add(stem);
      return names.sort((a, b) => numbered(a) - numbered(b)).map((name) => ({ x: board.spots[name][0], y: board.spots[name][1], small: Math.max(18, Math.min(30, board.spots[name][2] + 6)) }));
    }
  }
  return [];
}

function cardThing(scene, row, card, at, place) {
  const { pieces } = scene;
  const piece = pieceOf(scene, card);
  const hidden = card.title ? null : pieces.byComponent.get(componentOf(scene, row));
  const size = place.small && !piece ? { width_mm: place.small, height_mm: place.small } : piece ? pieces.components.get(piece.component) : hidden ? pieces.components.get(hidden.component) : row.chips ? LOW : PLAIN;
  const back = hidden?.back ? { component: hidden.component, design: hidden.back } : {};
  return { card: { ...card, low: size === LOW, small: place.small }, ...back, title: card.title, back: row.name, badge: card.badge, x: place.x, y: place.y, w: size.width_mm, h: size.height_mm,
    key: `c${row.name}${at}${card.title}${hidden?.back}${JSON.stringify([card.markers, card.boxes, card.badge])}${place.x},${place.y}` };
}

/** A row of cards with its name above it, or cards on a grid of their own. */
function rowBlock(scene, row) {
  const component = componentOf(scene, row);
  const form = component ? scene.pieces.components.get(component) : row.chips ? LOW : PLAIN;
  const [w, h] = [form.width_mm, form.height_mm];
  const hidden = row.cards.every((card) => card && !card.title);
  const most = row.cards.length > 1 ? ((MOST_ABREAST - 1) * (w + GAP)) / (row.cards.length - 1) : 0;
  const step = hidden ? w * 0.35 : Math.min(w + GAP, most);
  const spots = row.spots?.length ? row.spots.map(([half, line]) => [(half * w) / 2, line * h * 0.75]) : row.cards.map((_, at) => [at * step, 0]);
  const [left, top] = [Math.min(...spots.map(([x]) => x)), Math.min(...spots.map(([, y]) => y))];
  const [wide, high] = [Math.max(...spots.map(([x]) => x)) - left + w, Math.max(...spots.map(([, y]) => y)) - top + h];
  const draw = ({ x, y }) => [
    { caption: row.name, x, y, w: 1, h: 1, key: `r${row.name}${x},${y}` },
    ...row.cards.flatMap((card, at) => (card ? [cardThing(scene, row, card, at, { x: x + spots[at][0] - left + w / 2, y: y + CAPTION_MM + spots[at][1] - top + h / 2 })] : [])),
  ];
  return { w: Math.max(wide, row.name.length * 8), h: CAPTION_MM + high, draw };
}

/** The uppermost card of each pile of discards, with how many lie there: on the board's place for them, or as a block. */
function discardsOf(scene) {
  const laid = [];
  const blocks = [];
  for (const [title, number] of Object.entries(scene.told.discards)) {
    const card = { title, sign: { icon: "", colour: "" }, tint: "", badge: number };
    const form = formOf(scene, card);
    const row = { name: form.title ? `${form.title}, discarded` : "Discarded", cards: [card] };
    // without rules another card may be called alike, and a click means that one
    const lies = (thing) => (thing.card ? { ...thing, name: `${title}, uppermost of ${number} discarded`, title: scene.told.free ? "" : title } : thing);
    const place = discardPlace(scene, form);
    if (place) laid.push(lies(cardThing(scene, row, card, 0, place)));
    else {
      const block = rowBlock(scene, row);
      blocks.push({ ...block, draw: (at) => block.draw(at).map(lies) });
    }
  }
  return { laid, blocks };
}

/** A place of a card's size on a board whose name ends with that of the cards, such as “Discarded Patterns”. */
function discardPlace({ boards }, { name, width_mm: wide, height_mm: high }) {
  const spots = name ? boards.flatMap((board) => Object.entries(board.spots)) : [];
  const box = spots.find(([spot, [, , w, h]]) => plainly(spot).endsWith(` ${plainly(name)}`) && near(w, wide) && near(h, high))?.[1];
  return box && { x: box[0], y: box[1] };
}

/** Without rules: the decks that the scene lays nowhere. */
function pilesBeside({ pieces, told, decks }) {
  return told.free.decks.flatMap((name, at) => {
    const form = pieces.told.components.find(({ title }) => title === name);
    const piece = form && pieces.byComponent.get(form.id);
    if (!piece || decks.some((lie) => lie.component === form.id)) return [];
    const left = Object.values(told.piles)[at];
    const draw = ({ x, y }) => [
      { caption: name, x, y, w: 1, h: 1, key: `p${name}${x},${y}` },
      { component: form.id, design: piece.back || piece.front, x: x + form.width_mm / 2, y: y + CAPTION_MM + form.height_mm / 2, w: form.width_mm, h: form.height_mm, count: left, badge: left, title: name,
        name, drag: { from: "deck", at }, key: `q${name}${left}${x},${y}` },
    ];
    return [{ w: Math.max(form.width_mm, name.length * 8), h: CAPTION_MM + form.height_mm, draw }];
  });
}

/** Without rules: cards that nobody has given a place. */
function looseBlock(things) {
  const [w, h] = [Math.max(...things.map((thing) => thing.w)), Math.max(...things.map((thing) => thing.h))];
  const abreast = Math.min(MOST_ABREAST, things.length);
  const draw = ({ x, y }) => [{ caption: "Table", x, y, w: 1, h: 1, key: `o${x},${y}` }, ...things.map((thing, at) => ({
    ...thing, x: x + w / 2 + (at % abreast) * (w + GAP), y: y + CAPTION_MM + h / 2 + Math.floor(at / abreast) * (h + GAP), key: `${thing.key}${x},${y}` }))];
  return { w: abreast * (w + GAP) - GAP, h: CAPTION_MM + Math.ceil(things.length / abreast) * (h + GAP) - GAP, draw };
}

// ---------------------------------------------------------------- boards and decks

function deckOf({ pieces, told }, deck) {
  const left = Object.entries(told.piles).find(([title]) => pieces.find(title)?.component === deck.component)?.[1];
  const name = pieces.components.get(deck.component)?.title || "";
  const at = told.free ? told.free.decks.indexOf(name) : -1;
  const free = at >= 0 ? { title: name, drag: { from: "deck", at } } : {};
  return lying(pieces, deck, { ...free, name: left === undefined ? `${name} deck` : `${name} deck, ${left} left`, badge: left, key: `d${deck.component}${left}` });
}

function spotsOn(board, name, labels, markers, colour) {
  return markers.map((at) => [labels[at], boxOf(board, `${name} ${labels[at]}`)]).filter(([, box]) => box)
    .map(([label, box]) => ({ spot: true, name: `${name} ${label}`, colour: isColour(colour) ? colour : "#a50053", x: box[0], y: box[1], w: 1, h: 1, key: `s${name}${label}${box[0]}` }));
}

function lying(pieces, lie, more) {
  const piece = pieces.find(lie.title, lie.component);
  const design = piece ? (lie.side === "back" ? piece.back : piece.front) : null;
  return { component: lie.component, design, x: lie.x, y: lie.y, w: lie.width_mm, h: lie.height_mm, turn: 0, count: lie.count, name: lie.title, key: `l${lie.component}${lie.title}${design}`, ...more };
}
