import type { Reply } from './run-commands.ts'

/** Known state of a document: `n` counts its changes; an unanswered change may have happened or not. */
type Known = { n: number; pending: boolean; removed: boolean }

/** Concurrent writers that record their answers and compare them with the stored documents. */
export class Workload {
  readonly known = new Map<number, Known>()
  acknowledged = 0
  private next = 0

  /** Inserts, changes and removes documents until a command fails. */
  async run(command: (command: object) => Promise<Reply>, random: () => number): Promise<void> {
    for (;;) {
      const count = 1 + Math.floor(random() * 12)
      const ids = Array.from({ length: count }, () => this.next++)
      const size = random() < 0.03 ? 50_000 : Math.floor(random() ** 3 * 9000)
      for (const id of ids) this.known.set(id, { n: -1, pending: true, removed: false })
      const documents = ids.map((_id) => ({
        _id,
        n: 0,
        key: `k${_id}`,
        tags: [_id % 7, `t${_id % 5}`],
        text: 'x'.repeat(size),
      }))
      if (!(await this.acknowledge(ids, 'insert', command({ insert: 'c', documents })))) return
      const changed = ids.filter(() => random() < 0.6)
      for (const id of changed) this.known.get(id)!.pending = true
      const updates = changed.map((_id) => ({ q: { _id }, u: { $inc: { n: 1 }, $set: { tags: [_id % 3] } } }))
      if (
        changed.length > 0 &&
        !(await this.acknowledge(changed, 'update', command({ update: 'c', updates })))
      )
        return
      const removed = ids.filter(() => random() < 0.2)
      for (const id of removed) this.known.get(id)!.pending = true
      const deletes = removed.map((_id) => ({ q: { _id }, limit: 1 }))
      if (
        removed.length > 0 &&
        !(await this.acknowledge(removed, 'delete', command({ delete: 'c', deletes })))
      )
        return
    }
  }

  private async acknowledge(ids: number[], kind: string, reply: Promise<Reply>): Promise<boolean> {
    const { ok, n, writeErrors } = await reply
    if (ok !== 1) return false
    if (n !== ids.length || writeErrors)
      throw new Error(
        `${kind} of ${ids.length} answered ${JSON.stringify(n)}, ${JSON.stringify(writeErrors)}`,
      )
    for (const id of ids) {
      const known = this.known.get(id)!
      known.pending = false
      if (kind === 'delete') known.removed = true
      else known.n++
    }
    this.acknowledged += ids.length
    return true
  }

  /** Compares known states with the stored documents, and updates uncertain states from them. */
  async check(command: (command: object) => Promise<Reply>): Promise<void> {
    const stored = await storedDocuments(command)
    const byId = new Map(stored.map((document) => [document._id, document]))
    if (byId.size !== stored.length) throw new Error('a document is there twice')
    for (const [id, known] of this.known) {
      const found = byId.get(id)
      const allowed = known.removed
        ? [undefined]
        : known.pending
          ? [known.n < 0 ? undefined : known.n, known.n + 1, ...(known.n < 0 ? [] : [undefined])]
          : [known.n]
      if (!allowed.includes(found?.n))
        throw new Error(
          `document ${id} is at ${found?.n}, not at ${allowed.join(' or ')}: ${JSON.stringify(known)}`,
        )
      if (found) Object.assign(known, { n: found.n, pending: false })
      else this.known.delete(id)
    }
    for (const id of byId.keys()) if (!this.known.has(id)) throw new Error(`document ${id} is there again`)
  }
}

async function storedDocuments(command: (command: object) => Promise<Reply>) {
  const reply = await command({
    aggregate: 'c',
    pipeline: [{ $project: { n: 1 } }],
    cursor: { batchSize: 1_000_000 },
  })
  if (reply.ok !== 1) throw new Error(reply.errmsg)
  return (reply['cursor'] as { firstBatch: { _id: number; n: number }[] }).firstBatch
}
