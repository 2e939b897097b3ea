import { useTranslation } from 'react-i18next'
import { useAliases, useTypeName } from '../../lib/metadata.ts'
import type { MarkerPreview } from '../../map-engine/index.ts'
import { connectionLook, INFUSING, infusionLook, NOT_INFUSING } from '../../ui/state-looks.ts'
import { MarkerImage } from '../map-canvas/index.ts'
import styles from './map-legend.module.css'
import { useMapScope } from './map-scope.ts'
import { lookOfType } from './type-chips.tsx'
import { useKnownTypes } from './use-type-filter.ts'

type Entry = MarkerPreview & { readonly word: string }

function useDeviceEntries(): readonly Entry[] {
  const { t } = useTranslation('live-map')
  const aliases = useAliases('Equipment')
  const infusion = aliases.words('InfusionStatus')
  return [
    { look: 'rest', word: infusionLook(NOT_INFUSING, infusion)?.word ?? '' },
    { look: 'infusing', word: infusionLook(INFUSING, infusion)?.word ?? '' },
    { look: 'offline', word: connectionLook('comm-status-offline', aliases.words('DeviceStatus')).word },
    { look: 'rest', stale: true, word: t('legend.stale') },
    { look: 'rest', hovered: true, word: t('legend.pointedAt') },
  ]
}

function useTypeEntries(): readonly Entry[] {
  const { t } = useTranslation('live-map')
  const nameOf = useTypeName()
  const known = useKnownTypes() ?? []
  return [
    ...known.map((type): Entry => ({ look: lookOfType(type), word: nameOf(type) })),
    { look: 'rest', word: t('openAlert') },
    { look: 'equipment', stale: true, word: t('legend.stale') },
  ]
}

interface MapLegendProps {
  /** True if the map shows an asset of which only the room is known. */
  readonly hasRooms: boolean
}

/** Legend of the markers: shape and glyph with the hospital's word. */
export function MapLegend({ hasRooms }: MapLegendProps) {
  const { t } = useTranslation('live-map')
  const devices = useDeviceEntries()
  const types = useTypeEntries()
  const byState = useMapScope().assetType !== undefined
  const inRoom: Entry = { look: byState ? 'rest' : 'equipment', inRoom: true, word: t('legend.inRoom') }
  const usual = byState ? devices : types
  // A narrow legend scrolls, so the entry is not the last one.
  const entries = hasRooms ? usual.toSpliced(-1, 0, inRoom) : usual
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a narrow legend scrolls, by keyboard too
    <ul className={styles.legend} aria-label={t('legend.label')} tabIndex={hasRooms ? 0 : undefined}>
      {entries.map(({ word, ...picture }) => (
        <li key={word}>
          <MarkerImage {...picture} />
          {word}
        </li>
      ))}
    </ul>
  )
}
