import { useQuery } from '@tanstack/react-query'
import type { CountedField } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../../lib/metadata.ts'
import type { ChartStep } from '../../../ui/chart/chart-figures.ts'
import { batteryLook, type StateLook, type Words, wifiLook } from '../../../ui/state-looks.ts'
import { BarList } from '../bar-list.tsx'
import { assetCountsQuery } from '../dashboard.query.ts'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'

/** Colours from weak to strong, as in the charts over time. */
const STEPS: Readonly<Record<CountedField, readonly ChartStep[]>> = {
  BatteryLevel: [0, 1, 3, 4],
  WifiStrength: [0, 1, 2, 3, 4],
}
const LOOKS: Readonly<Record<CountedField, (stored: string, words: Words) => StateLook>> = {
  BatteryLevel: batteryLook,
  WifiStrength: wifiLook,
}

/** Number of devices at each battery level. */
export const BatteryLevels = () => <LevelCounts by="BatteryLevel" />
/** Number of devices at each wifi strength. */
export const WifiLevels = () => <LevelCounts by="WifiStrength" />

function LevelCounts({ by }: { readonly by: CountedField }) {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const words = useAliases('Equipment').words(by)
  const query = useQuery(assetCountsQuery(by))
  return (
    <Tile>
      <TileQuery query={query} failed={t('failed')}>
        {({ data }) =>
          data.every(({ count }) => count === 0) ? (
            <TileEmpty>{t('noLevels')}</TileEmpty>
          ) : (
            <BarList
              label={title}
              rows={data.map(({ value, count }, index) => ({
                key: value,
                name: nameOf(LOOKS[by](value, words), words, value),
                parts: [{ count, step: STEPS[by][index] ?? 2 }],
              }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}

/** Returns the name of a level; the hospital's alias for a level that the console does not know. */
const nameOf = ({ known, word }: StateLook, words: Words, stored: string): string =>
  known ? word : (words?.[stored]?.alias ?? stored)
