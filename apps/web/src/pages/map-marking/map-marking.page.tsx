import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { LaneEditor } from '../../features/lane-editor/lane-editor.tsx'
import { MapMarking } from '../../features/monitors/index.ts'
import { urlChoice, useUrlState } from '../../lib/url-state.ts'

type View = 'monitors' | 'lanes'

const schema = { view: urlChoice<View>('view', ['monitors', 'lanes']) }

/** Editor of the monitors or the lanes on one map. */
export function Page() {
  const { t } = useTranslation('lane-editor')
  const { mapId = '' } = useParams()
  const [{ view }, change] = useUrlState(schema)
  const views = (
    <Segmented<View>
      aria-label={t('view.label')}
      value={view}
      onChange={(next) => change({ view: next })}
      options={[
        { value: 'monitors', label: t('view.monitors') },
        { value: 'lanes', label: t('view.lanes') },
      ]}
    />
  )
  const Marking = view === 'lanes' ? LaneEditor : MapMarking
  return <Marking key={`${mapId} ${view}`} mapId={mapId} tools={views} />
}
