import { useTranslation } from 'react-i18next'
import { SetupProgress, useOpenSetup } from '../../setup-checklist/index.ts'
import { Tile, TileEmpty } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'

/** Remaining setup steps, for administrators; renders nothing once every step is done or postponed. */
export function Setup() {
  const { t } = useTranslation(['dashboard', 'setup'])
  const { editing } = useTilePlace()
  const steps = useOpenSetup()
  if (steps) {
    const done = steps.filter(({ state }) => state === 'done').length
    return (
      <Tile extra={t('setup:progress', { done, count: steps.length })}>
        <SetupProgress steps={steps} />
      </Tile>
    )
  }
  if (!editing) return null
  return (
    <Tile>
      <TileEmpty>{t('dashboard:setupDone')}</TileEmpty>
    </Tile>
  )
}
