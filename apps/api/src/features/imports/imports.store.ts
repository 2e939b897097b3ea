import type { RowError } from '@wardtrack/contracts'
import { type Database, type ImportDoc, trusted } from '@wardtrack/database'

/** Members of an import that describe its newest run. */
type Run = NonNullable<ImportDoc['run']>

/** Store of imports and of their row errors. */
export function openImportStore({ models: { imports, importErrors } }: Database) {
  return {
    insert: (doc: ImportDoc): PromiseLike<unknown> => imports.create(doc),
    /**
     * replaces an import that has not started a run since it was read, and deletes the errors of its previous one
     * @returns false if another run has started
     */
    replace: async ({ _id, run }: ImportDoc, doc: ImportDoc): Promise<boolean> => {
      const isUnchanged = { _id, 'run.jobId': run?.jobId ?? trusted({ $exists: false }) }
      const { matchedCount } = await imports.replaceOne(isUnchanged, doc)
      if (matchedCount > 0) await importErrors.deleteMany({ importId: _id })
      return matchedCount > 0
    },
    read: (_id: string): PromiseLike<ImportDoc | null> => imports.findOne({ _id }),
    /** newest first */
    listOf: (uploadedBy: string, limit: number): PromiseLike<ImportDoc[]> =>
      imports.find({ uploadedBy }).sort({ uploadedAt: -1 }).limit(limit),
    olderThan: (time: Date, limit: number): PromiseLike<ImportDoc[]> =>
      imports
        .find({ uploadedAt: trusted({ $lt: time }) })
        .sort({ uploadedAt: 1 })
        .limit(limit),
    delete: async (id: string): Promise<void> => {
      await importErrors.deleteMany({ importId: id })
      await imports.deleteOne({ _id: id })
    },
    /** starts a run and clears the results of the previous one */
    beginRun: async (
      id: string,
      run: Run,
      mapping: Pick<ImportDoc, 'columns' | 'assetType'>,
    ): Promise<void> => {
      const { assetType } = mapping
      await imports.updateOne(
        { _id: id },
        {
          $set: { run, columns: mapping.columns, ...(assetType === undefined ? {} : { assetType }) },
          ...(assetType === undefined ? { $unset: { assetType: 1 } } : {}),
        },
      )
      await importErrors.deleteMany({ importId: id, jobId: trusted({ $ne: run.jobId }) })
    },
    saveRun: (id: string, run: Run): PromiseLike<unknown> =>
      imports.updateOne({ _id: id, 'run.jobId': run.jobId }, { $set: { run } }),
    /**
     * stores the row errors of a batch, replacing those of the same batch. @param from number of errors before these
     */
    saveErrors: async (id: string, jobId: string, from: number, errors: RowError[]): Promise<void> => {
      const _id = `${id}/${jobId}/${from}`
      await importErrors.replaceOne({ _id }, { _id, importId: id, jobId, from, errors }, { upsert: true })
    },
    /** errors from a number on, in order */
    errorsFrom: async function* (id: string, jobId: string, start: number): AsyncGenerator<RowError[], void> {
      let from = start
      for (;;) {
        const doc = await importErrors
          .find({ importId: id, jobId, from: trusted({ $lte: from }) })
          .sort({ from: -1 })
          .limit(1)
        const [batch] = doc
        const errors = batch?.errors.slice(from - batch.from) ?? []
        if (errors.length === 0) return
        yield errors
        from += errors.length
      }
    },
  }
}

/** {@link openImportStore} */
export type ImportStore = ReturnType<typeof openImportStore>
