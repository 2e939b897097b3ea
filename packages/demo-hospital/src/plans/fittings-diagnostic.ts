import type { RoomFrame } from './layout.types.ts'

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

export const DIAGNOSTIC_FITTINGS = {
  ct: scanner('scanner'),
  mri: scanner('mri'),
  xray,
  ultrasound,
  control,
  laboratory,
}
