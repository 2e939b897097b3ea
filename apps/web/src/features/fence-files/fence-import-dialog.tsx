import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { QueryState } from '../../ui/query-state.tsx'
import { FenceChoice } from './fence-choice.tsx'
import { readFenceFile } from './read-fence-file.ts'

interface FenceImportDialogProps {
  readonly mapId: string
  readonly file: File
  readonly onClose: () => void
}

/** Preview of the geofences in a file, to choose from before storing. */
export function FenceImportDialog({ mapId, file, onClose }: FenceImportDialogProps) {
  const { t } = useTranslation('fence-files')
  const checked = useQuery({
    queryKey: ['fence-file', mapId, file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => readFenceFile(mapId, file, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (checked.data)
    return (
      <FenceChoice
        mapId={mapId}
        file={checked.data}
        fileName={file.name}
        onTaken={() => void checked.refetch()}
        onClose={onClose}
      />
    )
  return (
    <Modal open title={t('import.title', { file: file.name })} footer={null} onCancel={onClose}>
      <QueryState query={checked} failed={t('import.failed')}>
        {() => null}
      </QueryState>
    </Modal>
  )
}
