import { readArguments, type SimulateArguments } from './simulation/arguments.ts'

/** The command line and environment of this process; an error names what is wrong with them. */
export function processArguments(): SimulateArguments {
  return readArguments(process.argv.slice(2), process.env)
}
