import type { MenuProps, MenuRef } from 'antd'
import { lazy, type Ref, Suspense, useCallback, useImperativeHandle, useRef } from 'react'

const loadMenu = () => import('antd/es/menu/index.js')

const Menu = lazy(loadMenu)

/** Delay until the menu's page has loaded; the page's own requests come first. */
const FETCH_AHEAD_MS = 2_000
/** As in antd's Dropdown: the items of a menu take the focus only after they are registered. */
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
 * antd's Menu, loaded when a Dropdown first opens. The Menu is an eighth of the code that every page would otherwise
 * load. The build replaces antd's Menu by this component. A focus that comes before the Menu is loaded is passed on
 * afterwards.
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
