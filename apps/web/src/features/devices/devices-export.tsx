import { useTranslation } from 'react-i18next'
import { type DevicesView, deviceCriteria } from '../devices-view/index.ts'
import { ReportExport } from '../report-files/index.ts'

/** Downloads every device that the view lists, in its order, as a table for other programs or for people. */
export function DevicesExport({ view }: { readonly view: DevicesView }) {
  const { t } = useTranslation('devices')
  return <ReportExport label={t('export')} page="devices" criteria={() => deviceCriteria(view, Date.now())} />
}
