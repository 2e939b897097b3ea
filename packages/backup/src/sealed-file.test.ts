import { createKeyRing } from '@wardtrack/encryption'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSealedFile, sealFile } from './sealed-file.ts'

const ring = createKeyRing(['a secret that is long enough for keys'])

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function joined(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}
const sealed = (content: Uint8Array) => joined(sealFile(inPieces(content, 70_000), ring))
const opened = (bytes: Uint8Array, size = 10_000, keys = ring) =>
  joined(openSealedFile(inPieces(bytes, size), keys))

test('opens a sealed file, however its bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 700_000 }),
      fc.integer({ min: 20, max: 400_000 }),
      async (length, size) => {
        const content = Buffer.alloc(length, 'Infusion pump 12, Ward 4; ')
        const file = await sealed(content)
        expect(file.includes('Infusion pump')).toBe(false)
        expect((await opened(file, size)).equals(content)).toBe(true)
      },
    ),
    { numRuns: 30 },
  )
})

test('opens a file sealed by a former key version', async () => {
  const file = await sealed(Buffer.from('of before'))
  const rotated = createKeyRing(['a secret that is long enough for keys'])
  const next = `${ring.secretId}.2`
  rotated.use({ current: next, inUse: [next] })
  expect((await opened(file, 100, rotated)).toString()).toBe('of before')
})

test('refuses a file that was changed, cut off, lengthened or sealed with another secret', async () => {
  const file = await sealed(Buffer.alloc(600_000, 'x'))
  const changed = Buffer.from(file)
  changed[400_000] = (changed[400_000] ?? 0) ^ 1
  await expect(opened(changed)).rejects.toThrow('the file cannot be decrypted')
  for (const bytes of [0, 40, 300_000, file.length - 1])
    await expect(opened(file.subarray(0, bytes))).rejects.toThrow(/damaged|no sealed file/)
  await expect(opened(Buffer.concat([file, Buffer.from('more')]))).rejects.toThrow('damaged')
  await expect(opened(Buffer.from('wardtrack\n'))).rejects.toThrow('no sealed file')
  const foreign = createKeyRing(['another secret that is long enough'])
  await expect(opened(file, 10_000, foreign)).rejects.toThrow('is not in the key ring')
})
