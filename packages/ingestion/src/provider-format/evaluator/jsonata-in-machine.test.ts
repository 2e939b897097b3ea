import { readFileSync } from 'node:fs'
import jsonata from 'jsonata'
import { beforeAll, describe, expect, test } from 'vitest'
import { evaluatorPaths } from '../format-walls.ts'
import { editLibrary } from './jsonata-in-machine.ts'
import { takeImage } from './machine-image.ts'
import { INPUT } from './machine-program.ts'
import { evaluatorScript, openMachine } from './testing/open-machine.ts'
import type { MachineState, VirtualMachine } from './virtual-machine.ts'

// What comes out of the machine is what the library itself says, unchanged and in this process.

const BODY = {
  id: 4711,
  name: 'Infusion pump é ß 𝄞',
  tags: [
    { id: 'b', floor: 2, at: [1.5, 2.25], ts: 1_700_000_000_000, on: true },
    { id: 'a', floor: 1, at: [0.1, 0.2], ts: 1_700_000_360_000, on: false, note: null },
    { id: 'c', floor: 2, at: [-3, 1e21], ts: 1_700_003_600_000, on: true, note: 'x,y ,z' },
  ],
  nested: { deep: { deeper: [{ v: 1 }, { v: 2, w: { v: 3 } }] } },
  odd: { constructor: 1, 'a b': 2, '': 3, toString: 'text', then: 'no promise' },
  empty: [],
  then: { then: 1 },
}

/** Expressions of every function and operator; each is the value of one member. */
const EXPRESSIONS = [
  ...[
    'id',
    'tags.id',
    'tags[0].id',
    'tags[-1].id',
    'tags[floor=2].id',
    'tags[on].at[0]',
    'tags.at',
    'tags[].id',
  ],
  ...[
    'tags^(id).id',
    'tags^(>floor, <id).id',
    'tags.{"i": id}',
    'tags{$string(floor): id}',
    'tags#$i.{"i": $i, "id": id}',
  ],
  ...[
    'nested.**.v',
    'nested.*.*',
    'nested.deep.deeper.w.%.v',
    'tags@$t.{"x": $t.id}',
    'odd.`a b`',
    'odd.constructor',
  ],
  ...[
    'odd.toString',
    'then.then',
    'odd.then',
    'empty',
    'missing',
    'tags.missing',
    '[tags.id, "x"]',
    '[[1], [2]]',
  ],
  ...[
    '1 + 2 * 3 - 4 / 5 % 6',
    '-id',
    '"a" & 1 & null & true',
    '1 < 2 and "a" < "b" or false',
    '"a" in ["a", "b"]',
  ],
  ...['[1..5]', '$[0]', 'id > 5 ? "more" : "less"', 'missing ?: "default"', 'missing ?? 7', '(1; 2; 3)'],
  ...[
    '($a := 5; $a := $a + 1; $a)',
    '($f := function($x, $y) { $x + $y }; $f(1, 2))',
    '($f := λ($x) { $x }; $f(1))',
  ],
  ...[
    '($f := function($n) { $n < 2 ? 1 : $n * $f($n - 1) }; $f(10))',
    '($f := $substring(?, 0, 3); $f("hello"))',
  ],
  ...[
    'tags.id ~> $join("-")',
    '($u := $uppercase ~> $trim; $u(" a "))',
    'tags ~> |$|{"floor": floor + 1}, "at"|',
  ],
  ...[
    'nested ~> |deep.deeper|{"z": v}|',
    '$string(tags)',
    '$string(1e21)',
    '$string(0.1 + 0.2)',
    '$string({"a": [1, null]}, true)',
  ],
  ...[
    '$substring("hello", -3, 2)',
    '$substringBefore("a-b", "-")',
    '$substringAfter("a-b", "-")',
    '$uppercase(name)',
  ],
  ...[
    '$lowercase("ÀÉ")',
    '$length(name)',
    '$trim("  a \n b ")',
    '$pad("x", 5, "-+")',
    '$pad("x", -5)',
    '$contains("abc", /B/i)',
  ],
  ...['$split("a, b,c", /,\\s*/)', '$split("abc", "")', '$split("a-b-c", "-", 2)', '$join(["a", "b"], ";")'],
  ...[
    '$match("ababab", /a(b)/, 2)',
    '$replace("John Smith", /(\\w+)\\s(\\w+)/, "$2, $1")',
    '$replace("aaa", "a", "b", 2)',
  ],
  ...[
    '$replace("265USD", /([0-9]+)USD/, function($m) { $string($number($m.groups[0]) * 2) & "$" })',
    '$match("x", /y/)',
  ],
  ...[
    '$base64encode("hello world é")',
    '$base64decode("aGVsbG8gd29ybGQ=")',
    '$base64decode("a-_b")',
    '$base64encode("")',
  ],
  ...[
    '$encodeUrlComponent("a b&c/é")',
    '$encodeUrl("http://x/a b?c=é")',
    '$decodeUrlComponent("%C3%A9")',
    '$decodeUrl("a%20b")',
  ],
  ...[
    '$number("1.5e3")',
    '$number("0x1F")',
    '$number(true)',
    '$abs(-1)',
    '$floor(1.9)',
    '$ceil(1.1)',
    '$round(2.5)',
    '$round(123.456, -1)',
  ],
  ...[
    '$power(2, 10)',
    '$sqrt(2)',
    '$formatNumber(1234.5678, "#,##0.00")',
    '$formatNumber(0.14, "01%")',
    '$formatBase(255, 16)',
  ],
  ...[
    '$formatInteger(2789, "w")',
    '$formatInteger(1999, "I")',
    '$parseInteger("twelve thousand", "w")',
    '$sum([1, 2, 3.3])',
  ],
  ...[
    '$max([1, 3, 2])',
    '$min([])',
    '$average([1, 2])',
    '$boolean("")',
    '$not(0)',
    '$exists(missing)',
    '$count(tags)',
    '$append(1, [2])',
  ],
  ...[
    '$sort([3, 1, 2])',
    '$sort(tags, function($l, $r) { $l.id > $r.id }).id',
    '$reverse([1, 2])',
    '$distinct([1, 1, "1"])',
    '$zip([1, 2], ["a", "b"])',
  ],
  ...[
    '$keys(odd)',
    '$lookup(odd, "a b")',
    '$spread({"a": 1, "b": 2})',
    '$merge([{"a": 1}, {"a": 2, "b": 3}])',
    '$each(nested.deep, function($v, $k) { $k })',
  ],
  ...[
    '$sift(odd, function($v) { $v = 1 })',
    '$type(null)',
    '$type(function() { 1 })',
    '$map([1, 2], function($v, $i) { $v * $i })',
    '$filter([1, 2, 3], function($v) { $v > 1 })',
  ],
  ...[
    '$reduce([1, 2, 3], function($a, $b) { $a + $b }, 10)',
    '$single([1, 2], function($v) { $v = 2 })',
    '$clone(odd)',
    '$assert(true, "no")',
  ],
  ...[
    '$fromMillis(1700000000123)',
    '$fromMillis(1700000000123, "[D1o] [MNn] [Y0001] [H01]:[m01]:[s01] [z]", "+0530")',
    '$toMillis("2023-11-14T22:13:20.123Z")',
  ],
  ...[
    '$toMillis("2023-11-14")',
    '$toMillis("14/11/2023", "[D01]/[M01]/[Y0001]")',
    '$fromMillis(tags[0].ts, "[W01] [F] [h] [P]")',
    '$toMillis("2023-11-14T22:13:20+01:00")',
  ],
  ...[
    '"\\u00e9\\ud834\\udd1e"',
    '/* comment */ 1',
    'tags[id="a" or id="b"].floor ~> $sum()',
    '$map(tags, function($t) { {"id": $t.id, "x": $t.at[0]} })',
  ],
  ...[
    '{"__proto__": 1, "b": 2}',
    '{"constructor": {"a": 1}}',
    '$.constructor',
    '__proto__',
    '$lookup($, "__proto__")',
    '$string(odd)',
  ],
]
const WRONG = [
  ...[
    'tags.(',
    '"abc',
    '1 +',
    '$unknown(1)',
    '$uppercase(1)',
    '$number("x")',
    '1 + "a"',
    'id.id(1)',
    '[1..1e9]',
    '$error("own")',
  ],
  ...[
    '$assert(false, "no")',
    '$sum(["a"])',
    '$substring(1)',
    '/(/',
    '/a/z',
    '$single([1, 1], function($v) { $v = 1 })',
    '$formatBase(1, 99)',
  ],
  ...[
    '($f := function($x)<n:n> { $x }; $f("a"))',
    '$match("a", /()/)',
    '{1: 2}',
    '[1, 2][0',
    '$toMillis("x", "[Y]-[M")',
    '|a|',
    '@',
    'a..b',
  ],
]

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
/** As a service sees it: by way of JSON. */
const inLibrary = async (expression: string, body: unknown): Promise<unknown> => {
  const compiled = jsonata(expression, { stack: 400, sequence: 100_000 })
  return JSON.parse(JSON.stringify([await compiled.evaluate(JSON.parse(JSON.stringify(body)))]))
}

describe('the library in the machine', () => {
  test.each(EXPRESSIONS)('evaluates %s as it does outside', async (expression) => {
    const item = `{ "value": ${expression} }`
    expect(inMachine(item, BODY)).toEqual(await inLibrary(item, BODY))
  })

  test.each(WRONG)('refuses %s as it does outside', async (expression) => {
    const item = `{ "value": ${expression} }`
    const thrown: unknown = await inLibrary(item, BODY).then(
      () => undefined,
      (error: unknown) => error,
    )
    const { code, position, message } = thrown as { code?: string; position?: number; message: string }
    const seen = inMachine(item, BODY) as { code?: string; position?: number; message: string }
    expect([seen.code, seen.position]).toEqual([code, position])
    // What the engine itself says of a pattern it says in words of its own.
    if (code !== undefined) expect(seen.message).toBe(message)
  })

  test('takes lists and plain values as bodies', async () => {
    for (const body of [[{ id: 1 }, { id: 2 }], [[1]], 'text', 7, null, true, []]) {
      const item = '{ "value": $, "count": $count($), "type": $type($) }'
      expect(inMachine(item, body)).toEqual(await inLibrary(item, body))
    }
  })

  test('is no other version than the changes were made for', () => {
    const source = readFileSync(evaluatorPaths().library, 'utf8')
    expect(editLibrary(source)).not.toMatch(/\bawait\b|\basync function\b|Promise\./)
    expect(() => editLibrary(`${source}\nasync function more() { await 1 }`)).toThrow('expected version')
    expect(() => editLibrary('')).toThrow('expected version')
  })
})
