import reflex as rx
from community.api.sockets import guard_sockets
from community.documents.static import Static
class Hi(rx.State):
    n: int = 0
    @rx.event
    def up(self): self.n += 1
def index(): return rx.el.main(rx.el.button(Hi.n, on_click=Hi.up, class_name="p-4 bg-red-500"))
app = rx.App(toaster=None, api_transformer=[Static])
app.add_page(index, route="/")
app.add_page(index, route="/[slug]")
guard_sockets(app)
