/**
 * What a walk yields: something found, or undefined now and then while it reads without finding, so that the caller can
 * yield to other work. Nothing of LMDB stays open between two yields.
 */
export type Walk<R> = Generator<R | undefined, void, undefined>

export type ScanCounts = { keys: number; documents: number }
