/** Changed pieces of a machine's memory at one moment, relative to a base image. */
export type MachineImage = {
  base?: MachineImage
  pieces: readonly Piece[]
}
type Piece = { offset: number; bytes: Uint8Array }

const PAGE_BYTES = 4096
const EMPTY_PAGE = Buffer.alloc(PAGE_BYTES)
/** An empty range of this length is the unused part of the engine's stack; its content does not matter. */
const STACK_BYTES = 1024 * 1024

/** Copies the non-empty parts of a memory. */
export function takeImage(memory: Uint8Array): MachineImage {
  const pieces: Piece[] = []
  let emptySince = 0
  let piece = { start: 0, end: 0 }
  const keep = (): void => {
    if (piece.end > piece.start) pieces.push(copyPiece(memory, piece.start, piece.end))
  }
  for (let offset = 0; offset < memory.length; offset += PAGE_BYTES) {
    if (isEmptyPage(memory, offset)) continue
    if (offset - emptySince >= STACK_BYTES) {
      keep()
      piece = { start: offset, end: offset }
    }
    emptySince = offset + PAGE_BYTES
    piece.end = emptySince
  }
  keep()
  return { pieces }
}

/** Copies the parts that differ from another image. */
export function takeDifference(base: MachineImage, memory: Uint8Array): MachineImage {
  const before = Buffer.alloc(memory.length)
  restoreImage(base, before)
  const pieces: Piece[] = []
  for (let offset = 0; offset < memory.length; offset += PAGE_BYTES) {
    const page = memory.subarray(offset, offset + PAGE_BYTES)
    if (before.compare(page, 0, PAGE_BYTES, offset, offset + PAGE_BYTES) === 0) continue
    pieces.push(copyPiece(memory, offset, offset + PAGE_BYTES))
  }
  return { base, pieces }
}

/** Writes an image into a memory. Leftovers beyond the image are harmless, because no pointer leads to them. */
export function restoreImage({ base, pieces }: MachineImage, memory: Uint8Array): void {
  if (base) restoreImage(base, memory)
  for (const { offset, bytes } of pieces) memory.set(bytes, offset)
}

const isEmptyPage = (memory: Uint8Array, offset: number): boolean =>
  EMPTY_PAGE.compare(memory, offset, offset + PAGE_BYTES) === 0

// Copies a part: a view of the memory would keep all of it alive.
const copyPiece = (memory: Uint8Array, start: number, end: number): Piece => ({
  offset: start,
  bytes: memory.slice(start, end),
})
