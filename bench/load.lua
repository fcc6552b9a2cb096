-- wrk sends the requests of a file in turn, from a random one on; bench/load.ts writes the file.
-- A line is `HEADER name value` or `method path body`, parts separated by tabs.
local requests = {}
local at = 0

function init(args)
  local lines = {}
  for line in io.lines(args[1]) do
    local first, second, third = line:match('^([^\t]*)\t([^\t]*)\t(.*)$')
    if first == 'HEADER' then
      wrk.headers[second] = third
    else
      lines[#lines + 1] = { first, second, third }
    end
  end
  for index, line in ipairs(lines) do
    local body = line[3] ~= '' and line[3] or nil
    requests[index] = wrk.format(line[1], line[2], nil, body)
  end
  math.randomseed(os.time())
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"max":%d,"refused":%d,"failed":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
