import { readArguments, type SimulateArguments } from './simulation/arguments.ts'

/** Reads the command line and environment of this process; an error names what is wrong. */
export function processArguments(): SimulateArguments {
  return readArguments(process.argv.slice(2), process.env)
}
