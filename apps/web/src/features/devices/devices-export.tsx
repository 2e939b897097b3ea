import { useTranslation } from 'react-i18next'
import { type DevicesView, deviceCriteria } from '../devices-page-state/index.ts'
import { ReportExport, ScheduleLink } from '../report-files/index.ts'

/** Downloads all devices of the view, in its order, as a table for other programs or for people. */
export function DevicesExport({ view }: { readonly view: DevicesView }) {
  const { t } = useTranslation('devices')
  return <ReportExport label={t('export')} page="devices" criteria={() => deviceCriteria(view, Date.now())} />
}

/** Link to schedule an export of the devices in the view. */
export const DevicesSchedule = ({ view }: { readonly view: DevicesView }) => (
  <ScheduleLink page="devices" body={() => ({ items: deviceCriteria(view, Date.now()) })} />
)
