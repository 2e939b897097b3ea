/**
 * Makes Tab leave a list with multiple choice, as it leaves every other control. By default antd toggles the active
 * option, usually the last one chosen, and keeps the focus. This function hides the key from antd.
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
