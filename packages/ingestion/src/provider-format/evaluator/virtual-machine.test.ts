import { describe, expect, test, vi } from 'vitest'
import { takeDifference, takeImage } from './machine-image.ts'
import { evaluatorScript, openMachine } from './testing/open-machine.ts'
import { MachineFailure, type VirtualMachine } from './virtual-machine.ts'

// The scripts have full control inside the machine. An expression can never do more.

const AMPLE_MS = 60_000
/** A script whose function evaluates its input text as code. */
const RUNS_CODE = '(text) => String((0, eval)(text))'
const openWith = async (script: string, maxMb?: number): Promise<VirtualMachine> => {
  const machine = await openMachine(maxMb)
  machine.start(script)
  return machine
}
const failureOf = (work: () => unknown): MachineFailure => {
  try {
    work()
  } catch (error) {
    if (error instanceof MachineFailure) return error
    throw error
  }
  throw new Error('it did not fail')
}

describe('inside the machine', () => {
  test('only objects of the language exist, none of the host', async () => {
    const machine = await openWith(RUNS_CODE)
    const names = machine.call('Object.getOwnPropertyNames(globalThis).join()', AMPLE_MS).split(',')
    const ofHost = ['process', 'require', 'module', 'Buffer', 'fetch', 'WebAssembly', 'Worker', 'performance']
    const ofLanguage = Object.getOwnPropertyNames(globalThis)
      .concat('escape', 'unescape', 'InternalError', 'Iterator', 'Float16Array')
      .filter((name) =>
        /^[A-Z]|^(eval|undefined|is|parse|encode|decode|escape|unescape|globalThis)/.test(name),
      )
    expect(names.filter((name) => !ofLanguage.includes(name) || ofHost.includes(name))).toEqual([])
    const seen = machine.call(
      `${JSON.stringify(ofHost)}.map((name) => typeof globalThis[name]).join()`,
      AMPLE_MS,
    )
    expect(seen).toBe(ofHost.map(() => 'undefined').join())
  })

  test.each(['setTimeout', 'console', 'print', 'std', 'os', 'scriptArgs', 'navigator'])(
    '%s does not exist',
    async (name) => {
      const machine = await openWith(RUNS_CODE)
      expect(machine.call(`typeof ${name}`, AMPLE_MS)).toBe('undefined')
    },
  )

  test('no module can be imported', async () => {
    const script = `let outcome = 'open'
      ;(text) => {
        if (text === 'outcome') return outcome
        import(text).then(() => { outcome = 'there' }, (error) => { outcome = String(error) })
        return 'asked'
      }`
    const machine = await openWith(script)
    for (const name of ['fs', 'node:fs', 'os', '/etc/hostname', './machine.js']) {
      expect(machine.call(name, AMPLE_MS)).toBe('asked')
      expect(machine.call('outcome', AMPLE_MS)).not.toBe('there')
    }
  })

  test('the process sets the clock, and random numbers are not random', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
    const code = '[Date.now(), new Date().getTime(), new Date().getTimezoneOffset() * 0].join()'
    const first = await openWith(RUNS_CODE)
    expect(first.call(code, AMPLE_MS)).toBe('1700000000000,1700000000000,0')
    const second = await openWith(RUNS_CODE)
    expect(second.call('Math.random()', AMPLE_MS)).toBe(first.call('Math.random()', AMPLE_MS))
  })

  test('text cannot become code where expressions are evaluated', async () => {
    // The test asks through the function that the program provides for the library.
    const ask = (code: string) =>
      `${evaluatorScript()};(() => { try { return String(${code}) } catch (error) { return String(error) } })`
    const codes = [
      'typeof eval',
      'typeof Function',
      '(() => 1).constructor',
      '(async () => 1).constructor',
      '(function* () {}).constructor',
      '(async function* () {}).constructor',
    ]
    for (const code of codes) {
      const machine = await openWith(ask(code))
      expect([code, machine.call('', AMPLE_MS)]).toEqual([
        code,
        expect.stringMatching(/^undefined$|function Object\(/),
      ])
    }
  })
})

describe('a machine', () => {
  test.each([
    ['a loop', 'for (;;) {}'],
    [
      'a recursion in tail position',
      'const f = () => g(); const g = () => { for (let n = 0; n < 9; n++) n--; }; f()',
    ],
    ['a pattern', "/^(b+)+$/.exec('b'.repeat(40) + '!')"],
    ['a sort', 'for (;;) [3, 2, 1].sort()'],
    ['promises', 'const again = () => Promise.resolve().then(again); again(); for (;;) {}'],
    ['an error that is caught', 'for (;;) { try { for (;;) {} } catch {} }'],
  ])('is interrupted during %s that never ends', async (_, code) => {
    const machine = await openWith(`() => { ${code} }`)
    expect(failureOf(() => machine.call('', 50)).reason).toBe('time')
  })

  test.each([
    ['lists', 'const all = []; for (;;) all.push(new Array(1_000).fill(0))'],
    ['long texts', "let text = 'x'; for (;;) text += text"],
    ['many long texts', "const all = []; for (;;) all.push('x'.repeat(1_000_000) + all.length)"],
    ['bytes', 'const all = []; for (;;) all.push(new Uint8Array(1_000_000).fill(1))'],
  ])('never exceeds its memory limit: %s', async (_, code) => {
    const machine = await openWith(`() => { ${code} }`, 32)
    const { reason } = failureOf(() => machine.call('', AMPLE_MS))
    expect(['memory', 'broken']).toContain(reason)
    expect(machine.memory().length).toBeLessThanOrEqual(32 * 1024 * 1024)
  })

  test('fails when code nests too deeply', async () => {
    const machine = await openWith('() => { const f = (n) => 1 + f(n + 1); return String(f(0)) }')
    expect(['depth', 'broken']).toContain(failureOf(() => machine.call('', AMPLE_MS)).reason)
  })
})

describe('an image', () => {
  const COUNTS = `let seen = []; (text) => {
    if (text === 'break') { Array.prototype.push = null; JSON.stringify = () => 'broken'; return 'done' }
    seen.push(text); return JSON.stringify(seen) }`

  test('restores a machine after any change', async () => {
    const machine = await openMachine()
    const addresses = machine.start(COUNTS)
    const state = { ...addresses, image: takeImage(machine.memory()) }
    expect(machine.call('a', AMPLE_MS)).toBe('["a"]')
    expect(machine.call('b', AMPLE_MS)).toBe('["a","b"]')
    machine.restore(state)
    expect(machine.call('c', AMPLE_MS)).toBe('["c"]')
    machine.call('break', AMPLE_MS)
    machine.restore(state)
    expect(machine.call('d', AMPLE_MS)).toBe('["d"]')
  })

  test('can be restored in another machine, as can an image based on another image', async () => {
    const machine = await openMachine()
    const addresses = machine.start(COUNTS)
    const base = { ...addresses, image: takeImage(machine.memory()) }
    machine.call('a', AMPLE_MS)
    const later = { ...addresses, image: takeDifference(base.image, machine.memory()) }
    const other = await openMachine()
    other.restore(base)
    expect(other.call('x', AMPLE_MS)).toBe('["x"]')
    other.restore(later)
    expect(other.call('y', AMPLE_MS)).toBe('["a","y"]')
    other.restore(base)
    expect(other.call('z', AMPLE_MS)).toBe('["z"]')
  })
})
