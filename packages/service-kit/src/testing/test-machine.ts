/** Where a program of a test runs: on this machine, or on one that a network of tests has. */
export type TestMachine = {
  /** what it listens on, and where others reach it */
  address: string
  /** begins the command that starts it */
  command: readonly string[]
}

/** This machine, where nobody else reaches what is started. */
export const LOOPBACK: TestMachine = { address: '127.0.0.1', command: [] }

/** A program and its parts as they are started on a machine. */
export function commandOn(
  { command }: TestMachine,
  program: string,
  parts: readonly string[],
): [string, string[]] {
  const [first, ...others] = command
  return first === undefined ? [program, [...parts]] : [first, [...others, program, ...parts]]
}
