import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BATCH_HEAD, BLOCK, readBatch, sealBatch } from './batch.ts'
import { ChangeBuffer } from './change.ts'

const storeId = Buffer.from('identity')

function recorded(puts: number, text: (n: number) => string | Buffer): ChangeBuffer {
  const changes = new ChangeBuffer(256 * 1024, BATCH_HEAD)
  for (let n = 0; n < puts; n++) changes.put(0, Buffer.from(`key ${n}`), Buffer.from(text(n)))
  return changes
}

describe('a batch', () => {
  it('is deflated if that saves blocks, and read as it was recorded', () => {
    const changes = recorded(40, (n) =>
      `{"place":"Tower A, Level 3, Intensive Care Unit","x":${n}}`.repeat(4),
    )
    const plain = Buffer.from(changes.view().subarray(BATCH_HEAD))
    expect(plain.length).toBeGreaterThan(BLOCK)
    const sealed = sealBatch(changes, { storeId, number: 7, deflate: true })
    expect(sealed).toHaveLength(BLOCK)
    const found = readBatch(sealed, 0, storeId)
    expect(found).toMatchObject({ number: 7, blocks: 1 })
    expect(found?.changes().equals(plain)).toBe(true)
  })

  it.each<[string, number, boolean, () => string | Buffer]>([
    ['takes one block in any case', 2, true, () => 'short'],
    ['is not asked to be', 40, false, () => 'the same text '.repeat(20)],
    ['cannot be made shorter', 20, true, () => randomBytes(400)],
    ['is so long that deflating would hold up others', 900, true, () => 'the same text '.repeat(20)],
  ])('is not deflated when it %s', (_reason, puts, deflate, text) => {
    const changes = recorded(puts, text)
    const plain = Buffer.from(changes.view().subarray(BATCH_HEAD))
    const sealed = sealBatch(changes, { storeId, number: 1, deflate })
    expect(sealed.readUInt16LE(4)).toBe(1)
    expect(sealed.subarray(BATCH_HEAD, BATCH_HEAD + plain.length).equals(plain)).toBe(true)
    expect(readBatch(sealed, 0, storeId)?.changes().equals(plain)).toBe(true)
  })

  it('of a later version is refused by name', () => {
    const sealed = sealBatch(
      recorded(1, () => 'text'),
      { storeId, number: 1, deflate: false },
    )
    const end = BATCH_HEAD + sealed.readUInt32LE(24)
    sealed.writeUInt16LE(3, 4)
    sealed.writeUInt32LE(crc32(sealed.subarray(BATCH_HEAD, end), crc32(sealed.subarray(0, 32))), 32)
    expect(() => readBatch(sealed, 0, storeId)).toThrow('The journal has version 3')
  })
})
