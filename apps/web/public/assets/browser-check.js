// Chooses the build for the browser, on every page and before any other script. It is written in ECMAScript 5, because
// it must run in unsupported browsers too. The `data-browser` attribute of the document contains the choice:
// `modern` starts the script that index.html names, `legacy` loads the build for older browsers instead, and
// `unsupported` redirects to the page about supported browsers.
// The script also creates the only policy of Trusted Types that the server allows for the console.
;(function () {
  var page = document.documentElement
  var agent = navigator.userAgent

  // The policy allows HTML without an element, because antd fills its style elements this way, and script addresses of
  // the product's files. It allows no script from text.
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
    // A browser with module scripts and async iteration has everything else that the legacy build needs.
    return 'noModule' in document.createElement('script') && 'asyncIterator' in (window.Symbol || {})
  }

  // Newest features that the modern build requires: copying array methods, the number of query parameters, and, for
  // Safari, static blocks in classes, which came with OffscreenCanvas.
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
