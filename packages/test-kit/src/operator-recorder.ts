import { appendFile } from 'node:fs/promises'
import { operatorsOf, PRODUCT_OPERATORS } from '@wardtrack/embedded-mongo/operators'

const KNOWN = new Set(PRODUCT_OPERATORS)

/** Records the operators that a suite sends to the embedded store. */
export type OperatorRecorder = {
  record(command: Readonly<Record<string, unknown>>): void
  /**
   * Compares the recorded operators with the list of those that the product sends. With WARDTRACK_RECORD_OPERATORS
   * they are appended to that file instead, one name a line.
   * @throws Error with the names that are not listed
   */
  check(): Promise<void>
}

export function openOperatorRecorder(): OperatorRecorder {
  const recorded = new Set<string>()
  return {
    record(command) {
      for (const name of operatorsOf(command)) recorded.add(name)
    },
    async check() {
      const file = process.env['WARDTRACK_RECORD_OPERATORS']
      if (file) return appendFile(file, [...recorded, ''].join('\n'))
      const unknown = [...recorded].filter((name) => !KNOWN.has(name))
      if (unknown.length > 0)
        throw new Error(
          `The store was sent ${unknown.join(', ')}, which no suite has sent before: add a probe to the table of packages/embedded-mongo/src/testing/probes, and a line to product-operators.ts there`,
        )
    },
  }
}
