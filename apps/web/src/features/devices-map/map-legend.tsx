import { useAliases } from '../../lib/metadata.ts'
import type { MarkerPicture } from '../../map-engine/index.ts'
import { connectionLook, INFUSING, infusionLook, NOT_INFUSING } from '../../ui/vocabulary.ts'
import { MarkerImage } from '../floor-map/index.ts'
import styles from './map-legend.module.css'

/** What the markers mean: shape and glyph with the word the hospital uses. */
export function MapLegend() {
  const aliases = useAliases('Equipment')
  const infusion = aliases.words('InfusionStatus')
  const entries: readonly (MarkerPicture & { readonly word: string })[] = [
    { look: 'rest', word: infusionLook(NOT_INFUSING, infusion)?.word ?? '' },
    { look: 'infusing', word: infusionLook(INFUSING, infusion)?.word ?? '' },
    { look: 'offline', word: connectionLook('comm-status-offline', aliases.words('DeviceStatus')).word },
    { look: 'rest', stale: true, word: 'Stale' },
    { look: 'rest', pointed: true, word: 'Pointed at' },
  ]
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
