/** The machine that runs a test's program: this one, or one of a test network. */
export type TestMachine = {
  /** address that the program listens on and others connect to */
  address: string
  /** prefix of the command that starts it */
  command: readonly string[]
}

/** This machine, with programs that only it can reach. */
export const LOOPBACK: TestMachine = { address: '127.0.0.1', command: [] }

/** Returns a program and its arguments as they are started on a machine. */
export function commandOn(
  { command }: TestMachine,
  program: string,
  parts: readonly string[],
): [string, string[]] {
  const [first, ...others] = command
  return first === undefined ? [program, [...parts]] : [first, [...others, program, ...parts]]
}
