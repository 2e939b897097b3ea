import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { type DevicesView, deviceCriteria } from '../devices-view/index.ts'

/** Downloads every device that the view lists, in its order, as a table for other programs. */
export function DevicesExport({ view }: { readonly view: DevicesView }) {
  const { t } = useTranslation('devices')
  return (
    <ExportButton
      label={t('export')}
      fileName="report.csv"
      open={(signal) =>
        api.open('exportCsv', {
          params: { page: 'devices' },
          body: deviceCriteria(view, Date.now()),
          signal,
        })
      }
    />
  )
}
