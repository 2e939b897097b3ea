import type { MenuProps, MenuRef } from 'antd'
import { lazy, type Ref, Suspense, useCallback, useImperativeHandle, useRef } from 'react'

const loadMenu = () => import('antd/es/menu/index.js')

const Menu = lazy(loadMenu)

/** Until the page that a menu stands on is shown: its own requests come first. */
const FETCH_AHEAD_MS = 2_000
/** As antd's Dropdown does it: the lines of a menu take the focus once they have announced themselves to it. */
const FRAMES_TO_FOCUS = 3

setTimeout(() => {
  // A menu that could not be fetched ahead is fetched when it is opened.
  loadMenu().catch(() => undefined)
}, FETCH_AHEAD_MS)

function afterFrames(frames: number, act: () => void): void {
  if (frames === 0) act()
  else requestAnimationFrame(() => afterFrames(frames - 1, act))
}

interface LateMenuProps extends MenuProps {
  readonly ref?: Ref<Pick<MenuRef, 'focus'>>
}

/**
 * antd's Menu as its Dropdown uses it: an eighth of what every page would wait for, seen once one is opened. The build
 * puts it in the place of the Menu. A focus that comes before the Menu is there reaches it then.
 */
export function LateMenu({ ref, ...menu }: LateMenuProps) {
  const shown = useRef<MenuRef>(null)
  const awaitsFocus = useRef(false)
  useImperativeHandle(
    ref,
    () => ({
      focus: (options) => {
        awaitsFocus.current = !shown.current
        shown.current?.focus(options)
      },
    }),
    [],
  )
  const show = useCallback((handle: MenuRef | null) => {
    shown.current = handle
    if (!handle || !awaitsFocus.current) return
    awaitsFocus.current = false
    afterFrames(FRAMES_TO_FOCUS, () => handle.focus())
  }, [])
  return (
    <Suspense fallback={null}>
      <Menu ref={show} {...menu} />
    </Suspense>
  )
}
