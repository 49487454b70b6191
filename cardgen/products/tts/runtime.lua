-- What every table can do: find its pieces, deal, draw, place, and check its own counts.
-- A game's script defines setup(players) and is written as a list of steps: it runs beside the
-- game, so each step may wait until cards have come to rest.

local objects = {}   -- pieces that have changed their object since the table was laid, by id
local gone = {}      -- pieces that are no more, by id
local laid = {}      -- pieces as they were when the table was new, as JSON, by id
local busy = false   -- whether a button is still at work
local moved = false  -- whether pieces may lie elsewhere than when the table was new
local faults = {}
local UP, DOWN = 0, 180

-- ---- small things -----------------------------------------------------------------------------

function say(text, color)
  broadcastToAll(text, color or {1, 1, 1})
end

-- Return words in the language of the game, with values in place of {1}, {2} and so on.
local function worded(text, ...)
  local values = {...}
  return ((GAME.words[text] or text):gsub("{(%d)}", function(n) return tostring(values[tonumber(n)]) end))
end

local function fault(text)
  faults[#faults + 1] = text
end

-- Wait for so many frames; only within a set-up.
function pause(frames)
  for _ = 1, frames or 1 do coroutine.yield(0) end
end

-- A place of the board by name, a spot {x = , z = }, or where a piece lies.
function spot(where)
  if type(where) == "table" then return where end
  local found = PLACES[where] or PIECES[where]
  if not found then error("there is no place `" .. tostring(where) .. "` on this table") end
  return found
end

-- A spot in front of a player: so far to the right and so far away from the edge, in inches.
function before(seat, right, ahead)
  local side = seat.z < 0 and 1 or -1
  return {
    x = seat.x + side * (right or 0),
    z = side * (-FELT.depth / 2 + (ahead or 3)),
    turn = seat.turn,
  }
end

-- A spot beside another: so far to the right and so far away, in inches.
function beside(where, right, away)
  local from = spot(where)
  return {x = from.x + (right or 0), z = from.z + (away or 0), turn = from.turn}
end

-- A name with those in braces filled in that differ from seat to seat.
function named(text, seat)
  return (string.gsub(text, "{([%w_]+)}", function(name)
    return NAMED[name] and NAMED[name][seat.number]
  end))
end

-- ---- pieces -----------------------------------------------------------------------------------

-- The object of a piece, nil once a deck has run out.
function object(id)
  if gone[id] then return nil end
  local known = objects[id]
  if known then return known end
  local piece = PIECES[id]
  if not piece then error("there is no piece `" .. tostring(id) .. "` on this table") end
  local found = getObjectFromGUID(piece.guid)
  if not found then fault("`" .. piece.title .. "` is not on the table") end
  objects[id] = found
  return found
end

-- How many cards a deck has.
function count(id)
  local deck = object(id)
  if not deck then return 0 end
  local number = deck.getQuantity()
  return number > 0 and number or 1
end

function shuffle(id)
  local deck = object(id)
  if deck and deck.type == "Deck" then
    deck.shuffle()
    pause(10)
  end
end

local function pose(where, how)
  local at = spot(where)
  how = how or {}
  return {
    position = {at.x, (how.height or 2) + SURFACE, at.z},
    rotation = {0, (how.turn or at.turn or 180) % 360, how.down and DOWN or UP},
  }
end

-- Remember what a deck has become: one card, or nothing.
local function after_taking(id, deck)
  if deck.remainder then objects[id] = deck.remainder end
end

local function take_from(id, how, where)
  local deck = object(id)
  if not deck then return nil end
  local to = pose(where, how)
  if deck.type ~= "Deck" then
    gone[id] = true
    deck.setPosition(to.position)
    deck.setRotation(to.rotation)
    return deck
  end
  local card = deck.takeObject({
    position = to.position,
    rotation = to.rotation,
    index = how and how.index,
    top = true,
    smooth = false,
  })
  after_taking(id, deck)
  return card
end

-- Take the top card of a deck to a place. `how` may say down (face down), turn and height.
-- Returns the card, or nil where the deck has run out.
function draw(id, where, how)
  local card = take_from(id, how, where)
  if not card then fault("there is no card left in `" .. PIECES[id].title .. "`") end
  pause(4)
  return card
end

-- What a card is: id, type, title and the data of the deck file.
function data_of(card)
  local notes = type(card) == "table" and card.gm_notes or card.getGMNotes()
  if notes and notes ~= "" then return JSON.decode(notes) end
  return {}
end

-- Take the first card for which a question is answered with yes; nil where there is none.
function take(id, wanted, where, how)
  local deck = object(id)
  if not deck then return nil end
  if deck.type ~= "Deck" then
    if wanted(data_of(deck)) then return draw(id, where, how) end
    return nil
  end
  for _, entry in ipairs(deck.getObjects()) do
    if wanted(data_of(entry)) then
      how = how or {}
      local card = take_from(id, {
        index = entry.index, down = how.down, turn = how.turn, height = how.height,
      }, where)
      pause(4)
      return card
    end
  end
  return nil
end

-- Deal cards into the hand of a seat.
function deal(id, number, seat)
  local deck = object(id)
  local have = count(id)
  if number == 0 then return end
  if have < number then
    fault("`" .. PIECES[id].title .. "` has " .. have .. " cards, " .. number .. " are to be dealt")
    return
  end
  if have - number == 1 then
    -- The deck ends while it is dealt; its last card is taken out by hand and stays the deck.
    local last = take_from(id, {down = true, height = 4}, id)
    pause(10)
    object(id).deal(number, seat.color)
    objects[id], gone[id] = last, nil
  else
    deck.deal(number, seat.color)
    gone[id] = have == number or nil
  end
  pause(number * 6 + 12)
end

-- Whether a card is meant: the values that each of some fields may have, in lists.
local function matching(where)
  return function(data)
    for name, wanted in pairs(where) do
      local values, found = data.data[name], false
      if values == nil then values = data[name] end
      for _, value in ipairs(type(values) == "table" and values or {values}) do
        for _, one in ipairs(wanted) do found = found or one == value end
      end
      if not found then return false end
    end
    return true
  end
end

-- Deal cards for which a question is answered with yes, as many as asked for.
function deal_where(id, wanted, number, seat)
  if type(wanted) == "table" then wanted = matching(wanted) end
  for _ = 1, number do
    local card = take(id, wanted, beside(id, 3.2), {down = true, height = 3})
    if not card then
      fault("`" .. PIECES[id].title .. "` has too few cards to deal to " .. seat.color)
      return
    end
    pause(6)
    card.deal(1, seat.color)
  end
  pause(12)
end

local heaps = {}  -- how many things were laid on a spot, by its numbers

-- Lay so many cards of a deck on spots, the next one on each; 0 is a piece as a whole. `how` may
-- say down (face down) and where (which cards).
function lay(id, number, spots, how)
  local wanted = how.where and matching(how.where)
  for index = 1, math.max(number, 1) do
    local at = spots[math.min(index, #spots)]
    local to = spot(at)
    local key = string.format("%.1f %.1f", to.x, to.z)
    heaps[key] = (heaps[key] or 0) + 1
    how.height = 1.85 + 0.15 * heaps[key]
    if number == 0 then
      move(id, at, how)
    elseif not wanted then
      draw(id, at, how)
    elseif not take(id, wanted, at, how) then
      fault("`" .. PIECES[id].title .. "` has too few of these cards")
    end
  end
end

-- Move a piece to a place.
function move(id, where, how)
  local thing = object(id)
  if not thing then return nil end
  local to = pose(where, how)
  thing.setPosition(to.position)
  thing.setRotation(to.rotation)
  pause(2)
  return thing
end

-- Put a whole deck on another.
function join(id, other)
  local deck, onto = object(id), object(other)
  if deck and onto then
    local whole = onto.putObject(deck) or onto
    gone[id] = true
    objects[other] = whole
    pause(20)
  end
end

-- ---- checks -----------------------------------------------------------------------------------

local function compare(what, have, want)
  if have ~= want then fault(what .. ": " .. have .. " instead of " .. want) end
end

function expect_deck(id, want)
  compare("cards in `" .. PIECES[id].title .. "`", count(id), want)
end

function expect_hand(seat, want)
  compare("cards in the hand of " .. seat.color, #Player[seat.color].getHandObjects(), want)
end

function expect(what, have, want)
  compare(what, have, want)
end

local function inventory()
  for id, piece in pairs(PIECES) do
    local thing = object(id)
    if thing and piece.cards > 0 then
      compare("cards in `" .. piece.title .. "`", count(id), piece.cards)
    end
  end
end

-- ---- true size --------------------------------------------------------------------------------

-- Give board, cards, tokens and standees their true size, one inch to one unit: what a scale
-- comes to is the game's secret, so it is measured.
local function fit(id, piece)
  local thing = getObjectFromGUID(piece.guid)
  if not thing or piece.kind == "die" or piece.kind == "counter" then return end
  local size = thing.getBoundsNormalized().size
  local upright = piece.kind == "standee"
  local have, want = upright and size.y or size.x, upright and piece.depth or piece.width
  if not have or have < 0.01 then return end
  local factor = want / have
  if math.abs(factor - 1) > 0.02 then
    local scale = thing.getScale()
    local high = upright and factor or 1
    thing.setScale({scale.x * factor, scale.y * high, scale.z * factor})
  end
end

-- A thing that is not on the table is not waited for.
local function loaded(piece)
  local thing = getObjectFromGUID(piece.guid)
  return not thing or not (thing.spawning or thing.loading_custom)
end

local unsettled = 0  -- things whose size is still to be measured

local function settle(id, piece)
  unsettled = unsettled + 1
  Wait.condition(function()
    unsettled = unsettled - 1
    fit(id, piece)
  end, function() return loaded(piece) end)
end

-- Until its picture is there, a thing has no size to measure; a first download may take minutes.
local function fit_all()
  if BOARD then settle("board", BOARD) end
  for id, piece in pairs(PIECES) do settle(id, piece) end
end

local PATIENCE = 3600  -- frames: a picture that never comes keeps nobody from playing

local function wait_for_pictures()
  for frame = 1, PATIENCE do
    if unsettled == 0 then break end
    if frame == 60 then say(worded("One moment: the pictures are still loading.")) end
    pause(1)
  end
  pause(2)
end

-- ---- starting over ------------------------------------------------------------------------------

-- Remember the pieces of a new table, before anybody touches them.
local function remember_pieces()
  for id, piece in pairs(PIECES) do
    local thing = getObjectFromGUID(piece.guid)
    if thing then laid[id] = thing.getJSON(false) end
  end
end

-- Whether a thing is of this game: a piece, a card of one of its decks, or a deck with such cards.
local function is_ours(thing, guids)
  local function is_card(card)
    local known, data = pcall(data_of, card)  -- a stranger's notes may say anything
    return known and type(data) == "table" and PIECES[data.deck] ~= nil
  end
  if guids[thing.getGUID()] then return true end
  if thing.type == "Card" then return is_card(thing) end
  if thing.type == "Deck" then
    for _, entry in ipairs(thing.getObjects()) do
      if is_card(entry) then return true end
    end
  end
  return false
end

-- Clear the table, hands included, and lay all pieces out as they were; what has been lost is
-- there again. Destroyed objects leave with the frame.
local function gather()
  local guids, ours = {}, {}
  for _, piece in pairs(PIECES) do guids[piece.guid] = true end
  for _, thing in ipairs(getObjects()) do
    if is_ours(thing, guids) then ours[#ours + 1] = thing end
  end
  for _, thing in ipairs(ours) do thing.destruct() end
  pause(1)
  objects, gone, heaps, faults = {}, {}, {}, {}
  for id, json in pairs(laid) do
    PIECES[id].guid = spawnObjectJSON({json = json}).getGUID()
    settle(id, PIECES[id])
  end
  moved = false
  wait_for_pictures()
end

-- ---- whose turn it is ---------------------------------------------------------------------------

-- Turns go round the players; a set-up that returns a seat lets that one begin.
local function take_turns(players, first)
  if not TURNS or #players < 2 then
    Turns.enable = false
    return
  end
  local order = {}
  for index, seat in ipairs(players) do order[index] = seat.color end
  Turns.type = 2  -- in this order
  Turns.order = order
  Turns.enable = true
  Turns.turn_color = (first or players[1]).color
  say(worded("{1} has the first turn.", Turns.turn_color))
end

-- ---- set-up -----------------------------------------------------------------------------------

-- The seats of some colours, in their order around the table.
local function seats_of(colors)
  local named, found = {}, {}
  for _, color in ipairs(colors) do named[color] = true end
  for _, seat in ipairs(SEATS) do
    if named[seat.color] then found[#found + 1] = seat end
  end
  return found
end

-- The seats for so many players: those that are taken, or else spread evenly around the table.
local function chosen(number)
  local sitting = seats_of(getSeatedPlayers())
  return #sitting == number and sitting or seats_of(SPREAD[tostring(number)])
end

local wanted = 0

local function show(panel)
  UI.setAttribute("setup", "active", panel and "true" or "false")
  UI.setAttribute("again", "active", panel and "false" or "true")
end

local function report()
  for _, text in ipairs(faults) do say(worded("Check the table: {1}", text), {1, 0.5, 0.4}) end
end

function run_setup()
  wait_for_pictures()
  inventory()
  if moved or #faults > 0 then
    gather()
    inventory()
  end
  moved = true
  if #faults == 0 then
    local players = chosen(wanted)
    local first = setup(players)
    pause(30)
    if verify then verify(players) end
    take_turns(players, first)
  end
  if #faults == 0 then
    show(false)
    say(worded("{1} is set up for {2}.", GAME.title, GAME.said[tostring(wanted)]), {0.6, 1, 0.6})
  end
  report()
  busy = false
  return 1
end

function run_tidy()
  wait_for_pictures()
  gather()
  inventory()
  say(worded("Everything is back where it was."))
  report()
  busy = false
  return 1
end

-- Let a button do its work beside the game, unless another one still does.
local function begin(work)
  if busy then
    say(worded("One moment: the table is still busy."))
  elseif not next(laid) then
    say(worded("How the table was laid out is not remembered: load it again to start over."))
  else
    busy, faults = true, {}
    startLuaCoroutine(Global, work)
  end
end

-- A button of the panel was pressed; its id is the number of players.
function pressed(player, value, id)
  if not busy then wanted = tonumber(id) end
  begin("run_setup")
end

function tidy_up()
  begin("run_tidy")
end

-- From here on players set up by hand.
function close_panel()
  if not busy then moved = true end
  show(false)
end

-- The button `Start over` only opens the panel again: one press alone clears no table.
function open_panel()
  show(true)
end

function onLoad(saved)
  local state = saved and saved ~= "" and JSON.decode(saved) or {}
  moved, laid = state.moved == true, state.laid or {}
  for id, guid in pairs(state.guids or {}) do
    if PIECES[id] then PIECES[id].guid = guid end
  end
  if not state.laid then remember_pieces() end
  if moved then show(false) end
  fit_all()
end

function onSave()
  local guids = {}
  for id, piece in pairs(PIECES) do guids[id] = piece.guid end
  return JSON.encode({moved = moved, laid = laid, guids = guids})
end
