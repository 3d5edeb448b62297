"""Named operations on the table of Symetra: beads and cards move, and each leaves its facts."""

from __future__ import annotations

from generator.games.kit.chance import shuffled
from generator.games.kit.draft import Drafted
from generator.games.kit.facts import Reshuffled
from generator.games.kit.table import EMPTY, put, without
from generator.games.symetra import facts as say
from generator.games.symetra.state import Lasting, Lying, Phase, Position, Spot


class Draft(Drafted, Position):
    """A Position that changes, and the facts so far."""

    __slots__ = ("facts",)

    # ------------------------------------------------------------ beads

    def pool(self, seat: int, name: str) -> int:
        """A player's beads in one of the three places."""
        return int(getattr(self, name)[seat])

    def add(self, seat: int, pool: str, beads: int) -> None:
        """More or fewer beads in a pool."""
        if beads:
            self.change_track(pool, seat, beads, self.setting.numbers.beads)

    def shift(self, seat: int, source: str, target: str, beads: int) -> int:
        """Move beads from pool to pool, as far as there are any: how many moved."""
        moved = min(beads, self.pool(seat, source))
        self.add(seat, source, -moved)
        self.add(seat, target, moved)
        return moved

    def put_on(self, card: int, beads: int, source: str) -> int:
        """Move beads of a card's player onto it; what it cannot hold goes to the universal."""
        lying = self.lying(card)
        if lying is None or self.still(card):
            return 0
        moved = min(beads, self.pool(lying.owner, source))
        room = max(self.capacity(card) - lying.beads, 0)
        self.add(lying.owner, source, -moved)
        self._count(lying, lying.beads + min(moved, room))
        self.add(lying.owner, "universal", moved - min(moved, room))
        return moved

    def take_off(self, card: int, beads: int, target: str, by: int) -> int:
        """Move beads off a card to a pool of its player, unless it is safe from who does it."""
        lying = self.lying(card)
        if lying is None or self.safe(card, by):
            return 0
        moved = min(beads, lying.beads)
        self._count(lying, lying.beads - moved)
        self.add(lying.owner, target, moved)
        return moved

    def spill(self, card: int) -> None:
        """What a card cannot hold goes to the universal, whatever else protects it."""
        lying = self.lying(card)
        if lying is not None and lying.beads > self.capacity(card):
            self.add(lying.owner, "universal", lying.beads - self.capacity(card))
            self._count(lying, self.capacity(card))

    def _count(self, lying: Lying, beads: int) -> None:
        if beads != lying.beads:
            at = self.matrix.index(lying)
            self.matrix = put(self.matrix, at, lying._replace(beads=beads))
            self.facts.append(say.Beads(lying.card, lying.owner, lying.beads, beads))

    # ------------------------------------------------------------ cards

    def lay(self, seat: int, card: int, spot: Spot) -> None:
        """A card into the matrix; until its action is over it may lie there without beads."""
        self.matrix = (*self.matrix, Lying(card, spot, seat, 0))
        self.laid = card
        self.facts.append(say.LaidCard(seat, card, spot))

    def lay_elsewhere(self, card: int, spot: Spot) -> None:
        """A card of the matrix to another place, if that is free, with its beads."""
        lying = self.lying(card)
        if lying is not None and self.is_free(spot):
            self.matrix = put(self.matrix, self.matrix.index(lying), lying._replace(spot=spot))
            self.facts.append(say.LaidCard(lying.owner, card, spot))

    def sweep(self) -> None:
        """Discard all cards without beads, but for the one that is being laid."""
        for lying in self.matrix:
            if not lying.beads and lying.card != self.laid:
                self.matrix = tuple(other for other in self.matrix if other.card != lying.card)
                self._discard(lying.card)
                self.lasting = tuple(lasting for lasting in self.lasting if lasting.card != lying.card)
                self.facts.append(say.Discarded(lying.card, lying.owner))

    def _discard(self, *cards: int) -> None:
        self.card_discard = (*self.card_discard, *cards)

    def take(self, card: int) -> None:
        """A card out of whatever hand, the deck or the discard."""
        self.hands = tuple(without(hand, (card,)) for hand in self.hands)
        self.card_deck, self.card_discard = (
            without(self.card_deck, (card,)),
            without(self.card_discard, (card,)),
        )

    def drop(self, seat: int, card: int) -> None:
        """A card from the hand to the discard."""
        self.hands = put(self.hands, seat, without(self.hands[seat], (card,)))
        self._discard(card)

    def top(self) -> int:
        """The top card of the deck, taken off it; EMPTY if there is none anywhere."""
        self.looked = ()
        if not self.card_deck:
            self._fill()
        if not self.card_deck:
            return EMPTY
        card, *rest = self.card_deck
        self.card_deck = tuple(rest)
        if not rest:
            self._fill()
        return card

    def _fill(self) -> None:
        """The discard becomes the deck, and a card of it is discarded for each player."""
        if not self.card_discard:
            return
        order, self.seed = shuffled(self.card_discard, self.seed)
        self.facts.append(Reshuffled("card", len(order)))
        gone = min(len(self.seats), len(order) - 1)
        self.card_discard, self.card_deck = order[:gone], order[gone:]

    def discard_top(self) -> int:
        """The top card of the deck, now the last of the discard."""
        card = self.top()
        if card != EMPTY:
            self._discard(card)
        return card

    def to_hand(self, seat: int, cards: int, *, discard: bool = False) -> None:
        """Cards from the top of the deck, or of the discard, into a hand, as far as there are any."""
        for _ in range(cards):
            if discard:
                card = self.card_discard[-1] if self.card_discard else EMPTY
                self.card_discard = self.card_discard[:-1]
            else:
                card = self.top()
            if card != EMPTY:
                self.hands = put(self.hands, seat, (*self.hands[seat], card))
                self.facts.append(say.Drew(seat, card))

    # ------------------------------------------------------------ what lasts, who leaves

    def begin_lasting(self, lasting: Lasting) -> None:
        """Something lasts from now on."""
        self.lasting = (*self.lasting, lasting)
        self.facts.append(say.Began(lasting))

    def leave(self, seat: int) -> None:
        """A player leaves the game: beads are taken away, cards discarded."""
        for pool in ("actual", "potential", "universal"):
            self.add(seat, pool, -self.pool(seat, pool))
        self._discard(*(lying.card for lying in self.own(seat)), *self.hands[seat])
        self.matrix = tuple(lying for lying in self.matrix if lying.owner != seat)
        self.hands = put(self.hands, seat, ())
        self.playing = put(self.playing, seat, False)
        self.lasting = tuple(lasting for lasting in self.lasting if lasting.seat != seat)
        if self.phase is Phase.TURNS and self.due[:1] == (seat,):
            self.fuses = self.charges = 0
        self.due = tuple(other for other in self.due if other != seat)
        self.facts.append(say.Left(seat))
