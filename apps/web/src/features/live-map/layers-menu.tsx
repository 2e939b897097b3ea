import { Button, Checkbox, Popover } from 'antd'
import { Layers } from 'lucide-react'
import { useScheme } from '../../ui/scheme.ts'

interface LayersMenuProps {
  readonly originalColours: boolean
  readonly onOriginalColours: (original: boolean) => void
  /** A popover must lie inside what is shown in full screen. */
  readonly container: () => HTMLElement
}

/** How the plan is drawn. In light it has its own colours anyway. */
export function LayersMenu({ originalColours, onOriginalColours, container }: LayersMenuProps) {
  const light = useScheme() === 'light'
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      getPopupContainer={container}
      content={
        <Checkbox
          checked={light || originalColours}
          disabled={light}
          onChange={({ target }) => onOriginalColours(target.checked)}
        >
          Original colours
        </Checkbox>
      }
    >
      <Button type="text" icon={<Layers size={16} strokeWidth={1.8} aria-hidden />}>
        Layers
      </Button>
    </Popover>
  )
}
