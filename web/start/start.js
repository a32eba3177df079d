/**
 * Runs while the first scripts load: requests the code of the page that the address names, and sends the first calls of that
 * page, which `platform/api/client.ts` hands to the page. Without this script a page starts later, and that is all: so it
 * gives up silently. Its syntax is that of the oldest browsers.
 */
;(function (filesOf) {
  /** Paths of the first calls of a page, as its query hooks build them. */
  var callsOf = {
    '/home': function () {
      return ['/v1/index/recent/register/list', '/operation-config/index/config']
    },
    '/search/result': function (query, token) {
      var keyword = new URLSearchParams(query).get('keyword').trim()
      if (!token || !keyword || !/^keyword=[^&?;]*$/.test(query)) return []
      var input = { keyword: keyword.slice(0, 2000), sort: 'relevance', page: 1 }
      return ['/v1/company/search?' + new URLSearchParams(input)]
    },
    '/company/detail': function (query) {
      var id = /^id=([\w-]+)(&|$)/.exec(query)
      return id ? ['/v1/company/detail?id=' + id[1]] : []
    },
  }

  function preload(file) {
    var link = document.createElement('link')
    var isStyle = file.slice(-4) === '.css'
    link.rel = isStyle || !link.relList.supports('modulepreload') ? 'preload' : 'modulepreload'
    link.as = isStyle ? 'style' : 'script'
    // As the import requests it: another request would not find this one.
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.appendChild(link)
  }

  function send(path, token) {
    var url = location.origin + '/api/h5' + path
    var headers = { accept: 'application/json' }
    if (token) headers.token = token
    var response = fetch(url, { headers: headers, credentials: 'same-origin' })
    // The call that takes it over handles the failure.
    response.catch(function () {})
    return { url: url, token: token, sentAt: Date.now(), response: response }
  }

  try {
    var route = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash)
    var page = '/' + (route[1] || 'home')
    // The app mends an address with a path, and exchanges the ticket in an address before any call.
    if (location.pathname !== '/' || /token=/.test(location.href) || !filesOf[page]) return
    var token = localStorage.getItem('token') || null
    // While a ticket is not exchanged, it is stored as the token, and its time in place of the user.
    if (!/"loginTime"/.test(localStorage.getItem('userInfo'))) {
      window.earlyCalls = callsOf[page](route[2], token).map(function (path) {
        return send(path, token)
      })
    }
    // After the calls, which are small: a browser opens few connections.
    filesOf[page].forEach(preload)
    // oxlint-disable-next-line no-unused-vars -- older browsers need a name
  } catch (error) {}
})(__FILES__)
