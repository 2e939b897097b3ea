import { SUPPORT_FITTINGS } from './fittings-support.ts'
import type { Fit, RoomFrame } from './layout.types.ts'

function scanner(shape: 'scanner' | 'mri') {
  return (frame: RoomFrame): void => {
    const u = frame.width / 2
    frame.put(shape, u, 2.9, 2.6, 4)
    frame.spot('bed', u, 4.3, 0)
    frame.spot('visit', u - 1.9, 4)
    frame.spot('bedside', u + 1.8, 3.8, 0)
  }
}

function xray(frame: RoomFrame): void {
  const u = frame.width / 2
  frame.put('xray', u, 1.9, 0.9, 2.2, 1)
  frame.spot('bed', u, 2, 0)
  frame.spot('visit', u, 3.2)
  frame.put('bench', frame.width - 0.4, 1.5, 0.5, 1.8)
}

function ultrasound(frame: RoomFrame): void {
  const u = frame.width * 0.35
  frame.put('couch', u, 1.5, 0.8, 1.9)
  frame.spot('bed', u, 1.5, 0)
  frame.spot('bedside', u + 1.1, 1.1, 0)
  frame.put('desk', frame.width - 1, 0.6, 1.4, 0.7)
  frame.spot('staff', u + 1.1, 2.3)
}

function control(frame: RoomFrame): void {
  const long = Math.min(frame.width - 1, 5)
  frame.put('desk', frame.width / 2, 0.65, long, 0.8)
  for (const du of [-0.8, 0.8]) {
    frame.put('chair', frame.width / 2 + du, 1.5, 0.55, 0.55, 2)
    frame.spot('staff', frame.width / 2 + du, 2.1)
  }
}

function laboratory(frame: RoomFrame): void {
  frame.put('bench', frame.width / 2, 0.45, frame.width - 1, 0.6)
  const islands = Math.max(1, Math.floor((frame.width - 2) / 3.4))
  for (let i = 0; i < islands; i++) {
    const u = ((i + 0.5) * frame.width) / islands
    frame.put('table', u, 2.7, 1.1, 2.2)
    frame.spot('staff', u + 1.1, 2.7)
    frame.spot('store', u - 1, 2.2)
    frame.spot('store', u - 1, 3.2)
  }
}

const DIAGNOSTIC_FITTINGS = {
  ct: scanner('scanner'),
  mri: scanner('mri'),
  xray,
  ultrasound,
  control,
  laboratory,
}

/** Adds one bed with its head to the back wall, and the spots around it. */
function bedPlace(frame: RoomFrame, u: number, bed: number, reach = 1.15): void {
  frame.put('bed', u, 1.35, 1.05, 2.1)
  frame.spot('bed', u, 1.5, bed)
  frame.spot('bedside', u - reach, 1, bed)
  frame.spot('bedside', u + reach, 1, bed)
  frame.spot('bedside', u - reach, 2.1, bed)
  frame.spot('bedside', u + reach, 2.1, bed)
  frame.spot('visit', u, 3.2, bed)
}

function ward(frame: RoomFrame): void {
  bedPlace(frame, frame.width / 2, 0)
  frame.put('chair', 0.75, 2.9, 0.7, 0.7, 3)
}

function wardOfTwo(frame: RoomFrame): void {
  bedPlace(frame, frame.width * 0.27, 0)
  bedPlace(frame, frame.width * 0.73, 1)
  frame.put('curtain', frame.width / 2, 1.7, 0.1, 2.8)
}

function bay(frame: RoomFrame): void {
  const reach = Math.min(1.1, frame.width / 2 - 0.45)
  const u = frame.width / 2
  frame.put('bed', u, 1.35, 1, 2.1)
  frame.spot('bed', u, 1.5, 0)
  frame.spot('bedside', u - reach, 0.9, 0)
  frame.spot('bedside', u + reach, 0.9, 0)
  frame.spot('bedside', u + reach, 2, 0)
  frame.spot('visit', u - reach, 2.6, 0)
  const long = Math.min(frame.depth - 1, 3.4)
  frame.put('curtain', 0, long / 2, 0.1, long)
  frame.put('curtain', frame.width, long / 2, 0.1, long)
}

function resus(frame: RoomFrame): void {
  bedPlace(frame, frame.width / 2, 0, 1.3)
  frame.put('bench', 0.5, 3.6, 0.5, 2.2)
}

function cots(frame: RoomFrame): void {
  const columns = Math.max(3, Math.floor(frame.width / 2.1))
  const pitch = frame.width / columns
  const rows = frame.depth > 6 ? 2 : 1
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const u = (c + 0.5) * pitch
      const v = 1 + r * 2.6
      const bed = r * columns + c
      frame.put('cot', u, v, 0.7, 1.1)
      frame.spot('bed', u, v, bed)
      frame.spot('bedside', u + 0.7, v, bed)
    }
  frame.spot('visit', frame.width / 2, rows * 2.6 + 0.2)
}

function theatre(frame: RoomFrame): void {
  const u = frame.width / 2
  const v = frame.depth * 0.48
  frame.put('theatre', u, v, 1.05, 2.2)
  frame.spot('bed', u, v, 0)
  for (const [du, dv] of [
    [-1.6, -0.6],
    [1.6, -0.6],
    [-1.6, 0.8],
    [1.6, 0.8],
  ] as const)
    frame.spot('bedside', u + du, v + dv, 0)
  frame.put('bench', 1.6, 0.4, 2.2, 0.5)
  frame.put('bench', frame.width - 1.6, 0.4, 2.2, 0.5)
  frame.spot('visit', u - 2.3, v)
  frame.spot('visit', u + 2.3, v)
}

function delivery(frame: RoomFrame): void {
  bedPlace(frame, frame.width * 0.4, 0)
  frame.put('cot', frame.width - 0.75, 1, 0.7, 1.1)
  frame.put('bath', frame.width - 1.1, 4.1, 1.4, 1.4)
}

function treatment(frame: RoomFrame): void {
  const u = frame.width / 2
  frame.put('couch', u, 2.2, 0.8, 2)
  frame.spot('bed', u, 2.2, 0)
  frame.spot('bedside', u - 1.2, 1.8, 0)
  frame.spot('bedside', u + 1.2, 1.8, 0)
  frame.put('bench', frame.width / 2, 0.4, frame.width - 1, 0.5)
  frame.spot('visit', u + 1.1, 3)
}

function consult(frame: RoomFrame): void {
  frame.put('couch', 0.65, 1.5, 0.75, 1.9)
  frame.spot('bed', 1.5, 1.3, 0)
  frame.put('desk', frame.width - 1, 0.65, 1.5, 0.75)
  frame.put('chair', frame.width - 1, 1.45, 0.55, 0.55, 2)
  frame.spot('staff', frame.width - 1.1, 2)
  frame.spot('visit', frame.width / 2, 2.6)
}

/**
 * Furniture and spots of each kind of room. Every kind has spots, so that assets always rest at a meaningful place.
 */
export const FITTINGS: Readonly<Record<Fit, (frame: RoomFrame) => void>> = {
  ward,
  'ward-two': wardOfTwo,
  bay,
  resus,
  cots,
  theatre,
  delivery,
  treatment,
  consult,
  ...DIAGNOSTIC_FITTINGS,
  ...SUPPORT_FITTINGS,
}
