import { Button, Checkbox, Popover } from 'antd'
import { Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { useScheme } from '../../ui/scheme.ts'
import type { HeatKind } from './heat-choice.ts'
import styles from './live-map.module.css'

const HEAT_CHOICES: readonly (HeatKind | 'none')[] = ['none', 'density', 'battery', 'wifi']

interface LayersMenuProps {
  readonly originalColours: boolean
  readonly onOriginalColours: (original: boolean) => void
  /** Heat map under the markers; undefined for none. */
  readonly heat: HeatKind | undefined
  /** Absent if the page shows one fixed heat map. */
  readonly onHeat: ((heat: HeatKind | undefined) => void) | undefined
  /** Returns the container of the popover, which must be inside the full-screen element. */
  readonly container: () => HTMLElement
}

/**
 * Choice of the heat map, and of the plan's colours in the dark scheme. In the light scheme the plan always has its
 * own colours.
 */
export function LayersMenu(props: LayersMenuProps) {
  const { t } = useTranslation('live-map')
  const { originalColours, onOriginalColours, heat, onHeat, container } = props
  const light = useScheme() === 'light'
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      getPopupContainer={container}
      content={
        <div className={styles.menu}>
          {onHeat ? (
            <fieldset className={styles.choices}>
              <legend>{t('heat.title')}</legend>
              <RadioGroup
                vertical
                value={heat ?? 'none'}
                options={HEAT_CHOICES.map((value) => ({ value, label: t(`heat.${value}`) }))}
                onChange={(kind) => onHeat(kind === 'none' ? undefined : kind)}
              />
            </fieldset>
          ) : null}
          <Checkbox
            checked={light || originalColours}
            disabled={light}
            onChange={({ target }) => onOriginalColours(target.checked)}
          >
            {t('originalColours')}
          </Checkbox>
        </div>
      }
    >
      <Button type="text" icon={<Layers size={16} strokeWidth={1.8} aria-hidden />}>
        {t('layers')}
      </Button>
    </Popover>
  )
}
