// Loaded before the server (`--import`): its clock is so many milliseconds behind that of the machine.
const behind = Number(process.env.JOURNEY_CLOCK_BEHIND ?? 0)
const now = Date.now
Date.now = () => now() - behind
