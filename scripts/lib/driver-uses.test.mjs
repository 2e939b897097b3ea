import { describe, expect, it } from 'vitest'
import { driverUses } from './driver-uses.mjs'

describe('a use of the driver', () => {
  it.each([
    'const docs = await db.driver.assets.find({}).toArray()',
    "const docs = await db['driver'].assets.find({}).toArray()",
    'const { assets } = db.driver',
    'const { driver } = parts.db',
    'const { driver: collections } = db',
    'const store = db.connection.db',
    "const records = db.sealing.raw('assets')",
  ])('is found without a reason: %s', (line) => {
    expect(driverUses('a.ts', `const a = 1\n${line}\n`)).toContainEqual({ line: 2, hasReason: false })
  })

  it.each(['// driver: a hot path', '/** driver: a hot path */', '/**\n * driver: a hot path\n */'])(
    'has its reason right above: %s',
    (comment) => {
      const [use] = driverUses('a.ts', `${comment}\nconst docs = await db.driver.assets.find({}).toArray()\n`)
      expect(use?.hasReason).toBe(true)
    },
  )

  it('has no reason when the comment is far above, beside or below it', () => {
    const use = 'const { assets } = db.driver'
    for (const source of [
      `// driver: a hot path\n${'const a = 1\n'.repeat(7)}${use}`,
      `const text = 'driver: a hot path'\n${use}`,
      `${use}\n// driver: a hot path`,
    ])
      expect(driverUses('a.ts', source).map(({ hasReason }) => hasReason)).toEqual([false])
  })
})

it('ignores models and words in comments', () => {
  const source = "// the driver's own db.driver\nconst docs = await db.models.assets.find({})\n"
  expect(driverUses('a.ts', source)).toEqual([])
})
