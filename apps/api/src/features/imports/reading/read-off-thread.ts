import type { ImportPreview } from '@wardtrack/contracts'
import { parserThreads } from '@wardtrack/service-kit'
import type { InspectedFile, InspectionInput, TableRow } from './table.ts'
import type { TableSource } from './thread-calls.ts'

/** This path works from `src` in tests and from `dist`. */
const module = new URL('../../../../dist/features/imports/reading/thread-calls.js', import.meta.url)

/**
 * Inspects a file on another thread.
 * @throws ApiError 400 naming the unreadable line, 413 for too much time or memory, 429
 */
export const inspectOffThread = (file: InspectionInput): Promise<InspectedFile> =>
  parserThreads.run({ module, name: 'inspect', input: file })

/** Reads the first rows of a file on another thread. @throws as {@link inspectOffThread} */
export const firstRowsOffThread = (source: TableSource): Promise<ImportPreview['preview']> =>
  parserThreads.run({ module, name: 'firstRows', input: source })

/** Reads the rows of a file lazily on another thread. @throws as {@link inspectOffThread} */
export async function* tableOffThread(source: TableSource): AsyncGenerator<TableRow, void> {
  const groups = parserThreads.longStream<TableSource, TableRow[]>({
    module,
    name: 'tableGroups',
    input: source,
  })
  for await (const rows of groups) yield* rows
}
