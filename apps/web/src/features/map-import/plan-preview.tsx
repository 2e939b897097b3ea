import type { MapInfo } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawingSurface } from '../../drawing-surface/index.ts'
import type { MapActions } from '../../map-engine/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { MapHint, MapWithTool, type OpenPlan, useMapEngine, useOpenPlan } from '../map-canvas/index.ts'
import type { PlanFile } from './image-file.ts'
import styles from './map-import.module.css'
import type { RulerTool } from './ruler/ruler-tool.ts'

interface PlanPreviewProps {
  readonly file: PlanFile | undefined
  readonly present: MapInfo | undefined
  readonly ruler: RulerTool
  readonly measuring: boolean
  readonly dropping: boolean
}

const actions: MapActions = {}

/** The chosen image on a map, for viewing and measuring; before a choice, the current map. */
export function PlanPreview({ file, present, ruler, measuring, dropping }: PlanPreviewProps) {
  const { t } = useTranslation('map-import')
  const now = useOpenPlan(present?.width ? present.mapId : undefined)
  const chosen = useMemo(() => file && planOf(file), [file])
  const shown = chosen ?? now
  return (
    <div className={styles.preview} data-dropping={dropping}>
      {shown || present?.width ? (
        <Floor plan={shown} ruler={ruler} measuring={measuring} chosen={chosen !== undefined} />
      ) : (
        <div className={styles.none}>
          <EmptyState title={t('preview.none')} why={t('preview.choose')} />
        </div>
      )}
      {dropping ? <p className={styles.drop}>{t('preview.drop')}</p> : null}
    </div>
  )
}

interface FloorProps extends Pick<PlanPreviewProps, 'ruler' | 'measuring'> {
  readonly plan: OpenPlan | undefined
  readonly chosen: boolean
}

function Floor({ plan, ruler, measuring, chosen }: FloorProps) {
  const { t } = useTranslation('map-import')
  const map = useMapEngine(actions)
  const surface = useDrawingSurface(ruler)
  return (
    <>
      {measuring && surface.error ? <QueryError query={surface} title={t('ruler.failed')} /> : null}
      <MapWithTool
        map={map}
        plan={plan}
        tool={ruler}
        label={measuring ? t('preview.measuring') : t('preview.label')}
        announcement=""
      >
        <MapHint>
          {chosen ? (measuring ? t('preview.dragLine') : t('preview.newImage')) : t('preview.currentImage')}
        </MapHint>
      </MapWithTool>
    </>
  )
}

const planOf = ({ name, size, image, bytes }: PlanFile): OpenPlan => ({
  mapId: `${name} ${bytes}`,
  size,
  metres: undefined,
  metresPerPixel: undefined,
  name,
  image,
  missing: undefined,
})
