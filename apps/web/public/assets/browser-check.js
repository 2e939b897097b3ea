// Decides which build a browser gets, on every page and before anything else runs. Written in ECMAScript 5, as it has
// to run in the browsers that it turns away. It leaves its decision in the `data-browser` attribute of the document:
// `modern` starts the script that index.html names, `legacy` loads the build for older browsers instead, and
// `unsupported` leads to the page that says what to use.
// It also makes the one policy of Trusted Types that the server allows for the console.
;(function () {
  var page = document.documentElement
  var agent = navigator.userAgent

  // What scripts may put where a browser would read HTML, or a script's address: text without an element, which is how
  // antd fills its style elements, and files of the product. Nothing may be run as a script from text.
  function refuseHtml() {
    if (!window.trustedTypes) return
    window.trustedTypes.createPolicy('default', {
      createHTML: function (text) {
        return /<[a-z/!?]/i.test(text) ? null : text
      },
      createScriptURL: function (address) {
        return /^(\.?\/)?assets\//.test(address) ? address : null
      },
    })
  }

  function versionOf(pattern) {
    var found = pattern.exec(agent)
    return found ? Number(found[1]) : undefined
  }

  function isSupported() {
    var chrome = versionOf(/Chrom(?:e|ium)\/(\d+)/)
    var firefox = versionOf(/Firefox\/(\d+)/)
    if (/MSIE |Trident\/|Edge\/\d/.test(agent)) return false
    if (chrome !== undefined && chrome < 70) return false
    if (firefox !== undefined && firefox < 60) return false
    // Module scripts and async iteration came with, or before, everything else that the legacy build needs.
    return 'noModule' in document.createElement('script') && 'asyncIterator' in (window.Symbol || {})
  }

  // The newest things that the modern build uses without asking: copying array methods, the number of query
  // parameters, and, for Safari, what came with static blocks in classes.
  function isModern() {
    return (
      typeof Array.prototype.toReversed === 'function' &&
      'size' in window.URLSearchParams.prototype &&
      typeof window.OffscreenCanvas === 'function'
    )
  }

  function showUnsupported() {
    document.title = 'Browser not supported · Wardtrack'
    document.getElementById('root').innerHTML =
      '<div role="main" style="max-width:480px;margin:80px auto;padding:0 24px;font-family:sans-serif">' +
      '<h1 style="font-size:22px">This browser is not supported</h1>' +
      '<p>Internet Explorer and the old Microsoft Edge cannot show Wardtrack. ' +
      'Please use Chrome 70+ or Firefox 60+.</p></div>'
  }

  function loadLegacy() {
    var check = document.querySelector('script[data-legacy-script]')
    var script = document.createElement('script')
    if (!check) return
    script.type = 'module'
    script.src = check.getAttribute('data-legacy-script')
    document.head.appendChild(script)
  }

  refuseHtml()
  if (!isSupported()) {
    page.setAttribute('data-browser', 'unsupported')
    location.replace('#/not_support')
    showUnsupported()
  } else if (isModern()) {
    page.setAttribute('data-browser', 'modern')
  } else {
    page.setAttribute('data-browser', 'legacy')
    loadLegacy()
  }
})()
