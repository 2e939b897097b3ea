import { useTranslation } from 'react-i18next'
import { type DevicesView, deviceCriteria } from '../devices-page-state/index.ts'
import { ReportExport, ScheduleLink } from '../report-files/index.ts'

/** Downloads every device that the view lists, in its order, as a table for other programs or for people. */
export function DevicesExport({ view }: { readonly view: DevicesView }) {
  const { t } = useTranslation('devices')
  return <ReportExport label={t('export')} page="devices" criteria={() => deviceCriteria(view, Date.now())} />
}

/** The way to have the devices that the view lists made as a file by itself. */
export const DevicesSchedule = ({ view }: { readonly view: DevicesView }) => (
  <ScheduleLink page="devices" body={() => ({ items: deviceCriteria(view, Date.now()) })} />
)
