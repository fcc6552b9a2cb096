/**
 * Runs in the measured page before its own scripts, and measures the time from an event until its result is painted.
 * `clock.start('click', { all, none })` waits for the next such event, then until every selector of `all` and none of
 * `none` matches, then for the frame that shows it. `clock.stop()` returns the milliseconds since the event's own
 * timestamp, so that waiting for a busy page counts.
 */
;(() => {
  let taken = null

  const holds = ({ all = [], none = [] }) =>
    all.every((selector) => document.querySelector(selector) !== null) &&
    none.every((selector) => document.querySelector(selector) === null)

  /** Runs a callback after the next frame: in a task after its callbacks, styles, layout and paint. */
  const afterPaint = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(null)
    })

  globalThis.clock = {
    start(type, wanted) {
      taken = new Promise((resolve) => {
        const listen = (event) => {
          removeEventListener(type, listen, true)
          const observer = new MutationObserver(() => {
            if (!holds(wanted)) return
            observer.disconnect()
            afterPaint(() => resolve(performance.now() - event.timeStamp))
          })
          observer.observe(document, { subtree: true, childList: true, attributes: true })
        }
        addEventListener(type, listen, true)
      })
    },
    stop: () => taken,
    /** Returns the times of a path's calls since the last reading, from sending to the last byte. */
    callsMs(path) {
      const seen = performance.getEntriesByType('resource').filter(({ name }) => name.includes(path))
      performance.clearResourceTimings()
      return seen.map(({ requestStart, responseEnd }) => responseEnd - requestStart)
    },
    /** Resolves once no reply has arrived for a while. */
    calm: () =>
      new Promise((resolve) => {
        const count = () => performance.getEntriesByType('resource').length
        let former = count()
        const look = setInterval(() => {
          const now = count()
          if (now === former) {
            clearInterval(look)
            resolve()
          }
          former = now
        }, 60)
      }),
  }
})()
