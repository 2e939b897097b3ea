import { readFileSync } from 'node:fs'
import jsonata from 'jsonata'
import { beforeAll, describe, expect, test } from 'vitest'
import { evaluatorPaths } from '../format-walls.ts'
import { editLibrary } from './jsonata-in-machine.ts'
import { takeImage } from './machine-image.ts'
import { INPUT } from './machine-program.ts'
import { BODY, EXPRESSIONS, WRONG } from './testing/expression-corpus.ts'
import { evaluatorScript, openMachine } from './testing/open-machine.ts'
import type { MachineState, VirtualMachine } from './virtual-machine.ts'

// The machine must give the same results as the unchanged library in this process.

let machine: VirtualMachine
let base: MachineState
beforeAll(async () => {
  machine = await openMachine()
  base = { ...machine.start(evaluatorScript()), image: takeImage(machine.memory()) }
})

const inMachine = (expression: string, body: unknown): unknown => {
  machine.restore(base)
  const task = { expression, depth: 400, sequence: 100_000, items: 5_000, characters: 8_000_000 }
  const compiled = machine.call(INPUT.task + JSON.stringify(task), 60_000)
  const output = compiled.startsWith('F')
    ? compiled
    : machine.call(INPUT.value + JSON.stringify(body), 60_000)
  return JSON.parse(output.slice(1))
}
/** Converts the result through JSON, as a service receives it. */
const inLibrary = async (expression: string, body: unknown): Promise<unknown> => {
  const compiled = jsonata(expression, { stack: 400, sequence: 100_000 })
  return JSON.parse(JSON.stringify([await compiled.evaluate(JSON.parse(JSON.stringify(body)))]))
}

describe('the library in the machine', () => {
  test.each(EXPRESSIONS)('evaluates %s like the unchanged library', async (expression) => {
    const item = `{ "value": ${expression} }`
    expect(inMachine(item, BODY)).toEqual(await inLibrary(item, BODY))
  })

  test.each(WRONG)('refuses %s like the unchanged library', async (expression) => {
    const item = `{ "value": ${expression} }`
    const thrown: unknown = await inLibrary(item, BODY).then(
      () => undefined,
      (error: unknown) => error,
    )
    const { code, position, message } = thrown as { code?: string; position?: number; message: string }
    const seen = inMachine(item, BODY) as { code?: string; position?: number; message: string }
    expect([seen.code, seen.position]).toEqual([code, position])
    // Each engine has another message for a wrong pattern.
    if (code !== undefined) expect(seen.message).toBe(message)
  })

  test('accepts lists and plain values as bodies', async () => {
    for (const body of [[{ id: 1 }, { id: 2 }], [[1]], 'text', 7, null, true, []]) {
      const item = '{ "value": $, "count": $count($), "type": $type($) }'
      expect(inMachine(item, body)).toEqual(await inLibrary(item, body))
    }
  })

  test('is exactly the version that the changes were made for', () => {
    const source = readFileSync(evaluatorPaths().library, 'utf8')
    expect(editLibrary(source)).not.toMatch(/\bawait\b|\basync function\b|Promise\./)
    expect(() => editLibrary(`${source}\nasync function more() { await 1 }`)).toThrow('expected version')
    expect(() => editLibrary('')).toThrow('expected version')
  })
})
