/**
 * Tab leaves a list of which several can be chosen, as it leaves every other control. antd would turn the choice round
 * that the keyboard stands on, mostly the one that was just made, and keep the focus: it is not told of the key.
 */
export function tabOutOfSelects(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Tab' || !(event.target instanceof Element)) return
      if (event.target.closest('.ant-select-multiple')) event.stopPropagation()
    },
    true,
  )
}
