import { isMainThread } from 'node:worker_threads'
import { invalidMember } from '../api-error.ts'

/** Returns its input. */
export const echo = (input: unknown): unknown => input

/** Describes the thread that it runs on. */
export const describeThread = (input: unknown) => ({
  input,
  isMainThread,
  environment: Object.keys(process.env),
})

/** Refuses a member. */
export const refuse = (path: string): never => {
  throw invalidMember(path, 'No.')
}

/** Counts from 0 on. */
export async function* countUp(end: number): AsyncGenerator<number, void> {
  for (let n = 0; n < end; n += 1) yield n
}

/** Never returns. */
export function neverEnd(): never {
  for (;;);
}

/** Allocates until its memory is full. */
export function fillMemory(): never {
  const lists: number[][] = []
  for (;;) lists.push(Array.from({ length: 100_000 }, (_, n) => n * 1.5))
}
