/* Follows early.js in app.html. Asks for what the explorer shows first while the application is still loading (see
   pages/explorer/arrival.ts), and shows the names of its rows until then. */
if (/^\/routes\/explorer\/?$/.test(location.pathname)) {
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
  let [handle, column] = [null, null]
  let isOver = false
  try {
    column = localStorage.getItem('explorer-column')
    const unlocked = JSON.parse(localStorage.getItem('mk'))
    if (unlocked) handle = headers['X-Chest-Handle'] = String(unlocked.key)
  } catch {}
  /* More rows than a screen has. */
  const most = 50
  const showNames = (parts) => {
    const lines = document.querySelector('.first-lines')
    /* Nothing without a session, nor over the application. */
    if (!parts?.session || !parts.page || isOver || !lines) return
    const { rights, page } = parts
    const up = page.folderId === null ? [] : [{ name: '' }]
    const rows = document.createElement('div')
    rows.className = 'first-rows'
    rows.ariaHidden = 'true'
    if (column) rows.style.setProperty('--first-column', column + 'px')
    if (!rights?.update && !rights?.delete && !rights?.export) rows.style.setProperty('--first-box', '0px')
    for (const one of [...up, ...page.folders, ...page.items].slice(0, most)) {
      const row = document.createElement('p')
      if ('holds' in one) row.className = 'first-folder'
      row.textContent = one.name
      rows.append(row)
    }
    if (rows.firstChild) lines.replaceWith(rows)
  }
  const at = Date.now()
  const reply = fetch('/api/explorer/arrival' + location.search, { headers })
    .then((reply) => (reply.ok ? reply.json() : null))
    .catch(() => null)
  window.arrival = { at, handle, reply }
  void reply.then(showNames)
  /* Of a page that is left before the application has loaded, the browser may keep what it shows, and Back would show it unasked.
     Where the application never loads, nothing would hide it from who comes by. */
  const forget = () => {
    isOver = true
    delete window.arrival
    document.querySelector('.first-rows')?.remove()
  }
  addEventListener('pagehide', forget)
  setTimeout(forget, 60_000)
}
