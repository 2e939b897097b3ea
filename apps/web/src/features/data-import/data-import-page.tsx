import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './data-import.module.css'
import { ImportHistory } from './import-history.tsx'
import { importQuery, importSchema } from './import-queries.ts'
import { ImportWorkspace } from './import-workspace.tsx'
import { UploadForm } from './upload-form.tsx'

/** Import of files: choose a file, assign its columns, test it, import it, view errors. */
export function DataImportPage() {
  const client = useQueryClient()
  const [view, change] = useUrlState(importSchema)
  usePageRefresh(() => void client.invalidateQueries({ queryKey: [KEYS.imports] }))
  return (
    <div className={styles.page}>
      <UploadForm
        type={view.type === 'none' ? undefined : view.type}
        onType={(type) => change({ type }, { replace: true })}
        onUploaded={(uploaded) => {
          client.setQueryData(importQuery(uploaded.id).queryKey, uploaded)
          void client.invalidateQueries({ queryKey: [KEYS.imports, 'list'] })
          change({ type: uploaded.operation, file: uploaded.id })
        }}
      />
      {view.file === '' ? null : (
        <ChosenImport
          key={view.file}
          id={view.file}
          onClosed={() => change({ file: '' }, { replace: true })}
        />
      )}
      <ImportHistory chosen={view.file} onChoose={(file) => change({ file })} />
    </div>
  )
}

function ChosenImport({ id, onClosed }: { readonly id: string; readonly onClosed: () => void }) {
  const { t } = useTranslation('data-import')
  const query = useQuery(importQuery(id))
  return (
    <QueryState query={query} failed={t('failed')} boxed missing={<EmptyState boxed title={t('missing')} />}>
      {(file) => (
        // Another reading has other columns, so their mapping begins anew.
        <ImportWorkspace key={`${file.encoding} ${file.headerRow ?? 1}`} file={file} onDiscarded={onClosed} />
      )}
    </QueryState>
  )
}

export { DataImportPage as Page }
