import { useAliases, useMetadata } from '../../lib/metadata.ts'
import type { MarkerPreview } from '../../map-engine/index.ts'
import { connectionLook, INFUSING, infusionLook, NOT_INFUSING } from '../../ui/vocabulary.ts'
import { MarkerImage } from '../map-canvas/index.ts'
import styles from './map-legend.module.css'
import { useMapScope } from './map-scope.ts'
import { lookOfType } from './type-chips.tsx'
import { useKnownTypes } from './use-type-filter.ts'

type Entry = MarkerPreview & { readonly word: string }

function useDeviceEntries(): readonly Entry[] {
  const aliases = useAliases('Equipment')
  const infusion = aliases.words('InfusionStatus')
  return [
    { look: 'rest', word: infusionLook(NOT_INFUSING, infusion)?.word ?? '' },
    { look: 'infusing', word: infusionLook(INFUSING, infusion)?.word ?? '' },
    { look: 'offline', word: connectionLook('comm-status-offline', aliases.words('DeviceStatus')).word },
    { look: 'rest', stale: true, word: 'Stale' },
    { look: 'rest', hovered: true, word: 'Pointed at' },
  ]
}

function useTypeEntries(): readonly Entry[] {
  const aliases = useMetadata()?._aliases ?? {}
  const known = useKnownTypes() ?? []
  return [
    ...known.map((type): Entry => ({ look: lookOfType(type), word: aliases[type] || type })),
    { look: 'rest', word: 'Open alert' },
    { look: 'equipment', stale: true, word: 'Stale' },
  ]
}

/** What the markers mean: shape and glyph with the word the hospital uses. */
export function MapLegend() {
  const devices = useDeviceEntries()
  const types = useTypeEntries()
  const entries = useMapScope().assetType ? devices : types
  return (
    <ul className={styles.legend} aria-label="Legend">
      {entries.map(({ word, ...picture }) => (
        <li key={word}>
          <MarkerImage {...picture} />
          {word}
        </li>
      ))}
    </ul>
  )
}
