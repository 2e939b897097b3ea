import type { RoomFrame } from './layout.types.ts'

function station(frame: RoomFrame): void {
  frame.put('station', frame.width / 2, frame.depth * 0.4, frame.width * 0.56, 2.4)
  for (const share of [0.38, 0.5, 0.62]) frame.spot('staff', frame.width * share, frame.depth * 0.4 + 0.3)
  frame.spot('store', 0.8, frame.depth * 0.35)
  frame.spot('store', frame.width - 0.8, frame.depth * 0.35)
  frame.spot('visit', frame.width / 2, frame.depth - 1.2)
}

/** Fits out a store: shelves along the back and one side wall, and rows of equipment on the free floor. */
function store(frame: RoomFrame): void {
  frame.put('shelf', frame.width / 2, 0.45, frame.width - 0.8, 0.6)
  const side = frame.doorAt > frame.width / 2 ? 0.45 : frame.width - 0.45
  const long = frame.depth - 3
  if (long > 1.5) frame.put('shelf', side, 1.2 + long / 2, 0.6, long)
  for (let v = 1.4; v < frame.depth - 1.9; v += 1.1)
    for (let u = 1.3; u < frame.width - 1; u += 1.15) frame.spot('store', u, v)
}

function shelves(frame: RoomFrame): void {
  frame.put('shelf', frame.width / 2, 0.4, frame.width - 0.8, 0.5)
  frame.spot('staff', frame.width * 0.35, 1.4)
  frame.spot('store', frame.width * 0.7, 1.4)
}

function medicines(frame: RoomFrame): void {
  shelves(frame)
  if (frame.width > 4.5) frame.put('table', frame.width / 2, 2.5, Math.min(2.2, frame.width - 2), 0.8)
}

function dirty(frame: RoomFrame): void {
  frame.put('bench', frame.width / 2 - 0.4, 0.4, frame.width - 1.6, 0.5)
  frame.put('sink', frame.width - 0.6, 0.5, 0.7, 0.6)
  frame.spot('staff', frame.width * 0.4, 1.4)
  frame.spot('store', frame.width * 0.75, 1.5)
}

function office(frame: RoomFrame): void {
  const desks = Math.max(1, Math.floor(frame.width / 2.2))
  for (let i = 0; i < desks; i++) {
    const u = ((i + 0.5) * frame.width) / desks
    frame.put('desk', u, 0.65, 1.4, 0.75)
    frame.put('chair', u, 1.45, 0.55, 0.55, 2)
    frame.spot('staff', u, 2.1)
  }
  frame.spot('store', 0.7, 2.6)
}

function staffRoom(frame: RoomFrame): void {
  if (frame.width > 5.5) {
    frame.put('table', frame.width * 0.8, 1.9, 1.1, 1.1)
    for (const dv of [-0.95, 0.95]) frame.put('chair', frame.width * 0.8, 1.9 + dv, 0.5, 0.5, dv < 0 ? 0 : 2)
  }
  frame.put('sofa', frame.width * 0.4, 0.7, 2, 0.8)
  frame.put('table', frame.width * 0.4, 1.8, 1, 0.6)
  frame.spot('seat', frame.width * 0.3, 1.2)
  frame.spot('seat', frame.width * 0.55, 1.2)
  frame.spot('staff', frame.width * 0.4, 2.3)
}

function seats(frame: RoomFrame, rows: number): void {
  const columns = Math.floor((frame.width - 1.2) / 0.85)
  const first = (frame.width - (columns - 1) * 0.85) / 2
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const u = first + c * 0.85
      const v = 0.75 + r * 1.7
      frame.put('chair', u, v, 0.6, 0.6)
      if (c % 2 === 0) frame.spot('seat', u, v + 0.1)
    }
}

function waiting(frame: RoomFrame): void {
  seats(frame, frame.depth > 7 ? 3 : 2)
}

function reception(frame: RoomFrame): void {
  const deep = frame.depth > 7
  const counterAt = deep ? frame.depth * 0.45 : 1.9
  frame.put('counter', frame.width / 2, counterAt, frame.width * 0.6, 0.6)
  if (deep) frame.put('shelf', frame.width / 2, 0.45, frame.width - 1, 0.5)
  frame.spot('staff', frame.width * 0.38, counterAt - 1)
  frame.spot('staff', frame.width * 0.62, counterAt - 1)
  frame.spot('visit', frame.width / 2, frame.depth * 0.66)
}

function recliners(frame: RoomFrame): void {
  const columns = Math.max(1, Math.floor(frame.width / 2.2))
  for (let c = 0; c < columns; c++) {
    const u = ((c + 0.5) * frame.width) / columns
    frame.put('recliner', u, 1, 0.9, 1.4)
    frame.spot('bed', u, 1, c)
    if (columns > 1) frame.spot('bedside', u + 0.9, 0.9, c)
  }
  if (frame.depth > 8) frame.put('counter', frame.width * 0.4, 5.2, 4, 0.6)
  frame.spot('visit', frame.width / 2, 3)
}

function gym(frame: RoomFrame): void {
  for (const share of [0.2, 0.5, 0.8]) {
    frame.put('mat', frame.width * share, 1.6, 1.4, 2.2)
    frame.spot('seat', frame.width * share, 1.6)
  }
  frame.put('bench', frame.width / 2, 4.4, 5, 0.5)
  frame.spot('staff', frame.width / 2, 3.4)
  frame.spot('store', frame.width - 1, 4.4)
}

function cafe(frame: RoomFrame): void {
  for (const [u, v] of [
    [0.25, 2.4],
    [0.6, 1.6],
    [0.3, 4.8],
    [0.7, 4],
  ] as const) {
    frame.put('table', frame.width * u, v, 0.9, 0.9)
    for (const turn of [1, 3] as const)
      frame.put('chair', frame.width * u + (turn === 1 ? 0.85 : -0.85), v, 0.5, 0.5, turn)
    frame.spot('seat', frame.width * u, v + 0.8)
  }
  frame.put('counter', frame.width / 2, 0.5, frame.width * 0.7, 0.5)
}

/** Fits out a main entrance: the welcome desk on one side, sofas on the other. */
function foyer(frame: RoomFrame): void {
  frame.put('counter', frame.width * 0.2, 2.6, 0.6, 3)
  frame.spot('staff', frame.width * 0.2 + 1, 2)
  frame.spot('staff', frame.width * 0.2 + 1, 3.2)
  for (const v of [1.6, 4]) {
    frame.put('sofa', frame.width * 0.82, v, 2, 0.8)
    frame.spot('seat', frame.width * 0.82, v + 0.3)
  }
}

function lift(frame: RoomFrame): void {
  frame.put('lift', frame.width / 2, frame.depth / 2, frame.width, frame.depth)
  frame.spot('visit', frame.width / 2, frame.depth / 2)
}

function stairs(frame: RoomFrame): void {
  frame.put('stairs', frame.width / 2, frame.depth / 2 - 0.9, frame.width - 0.8, frame.depth - 2.2)
  frame.spot('visit', frame.doorAt, frame.depth - 1)
}

function wc(frame: RoomFrame): void {
  frame.put('toilet', 0.9, 0.55, 0.6, 0.9)
  frame.put('sink', frame.width - 0.7, 0.35, 0.6, 0.5)
  frame.spot('visit', frame.width / 2, 1.3)
}

function plant(frame: RoomFrame): void {
  frame.put('shelf', frame.width / 2, 0.4, frame.width - 0.8, 0.5)
  frame.spot('visit', frame.width / 2, 1.4)
}

export const SUPPORT_FITTINGS = {
  station,
  store,
  medicines,
  clean: shelves,
  dirty,
  office,
  'staff-room': staffRoom,
  waiting,
  reception,
  chairs: recliners,
  gym,
  cafe,
  lift,
  stairs,
  wc,
  plant,
  foyer,
  hall: () => undefined,
}
